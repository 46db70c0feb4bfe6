import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { ReceivedFile } from '../../shared/endpoint.ts'
import { type Files, type Incoming, TooLong } from '../adapters/files.ts'
import { HttpError, invalid } from '../base/errors.ts'
import { fairQueue } from '../base/fair-queue.ts'
import { safeFileName } from './file-name.ts'

/** A form as it has arrived: its fields, and the file, which is on the disk but nobody's yet. */
export interface Form {
  fields: Record<string, string>
  file: ReceivedFile | null
}

interface Reading {
  files: Files
  /** Of whom only some are read at once, so that nobody takes all the turns. */
  sender: string
  /** The most bytes that the file may have. */
  most: number
  /** Called before the file's bytes are taken, with the fields that came before it; what it throws refuses them. */
  beforeFile(fields: Record<string, string>): Promise<void>
}

export const FILE_FIELD = 'file'
const MOST_FIELDS = 20
/** More than any field may have; what is longer is cut, and refused by its contract. */
const MOST_IN_A_FIELD = 20_000
/** What a form has beside the file's own bytes. */
const FORM_ITSELF = 100_000

/** What is on its way between network and disk takes memory: the forms beyond these wait, unread, with their senders. */
const formQueue = fairQueue({ concurrency: 16, concurrencyPerKey: 4 })

const tooLarge = (most: number) =>
  new HttpError(413, 'too_large', `This file is too large. The most is ${Math.floor(most / 1024 / 1024)} MB.`)
const malformed = () => new HttpError(400, 'malformed', 'The form could not be read')

/**
 * Reads a multipart form, streaming its file to the disk. When it is refused, or the client breaks off, nothing is left
 * of it; what still comes of the request is read and thrown away.
 */
export async function readForm(request: IncomingMessage, { files, sender, most, beforeFile }: Reading): Promise<Form> {
  if (Number(request.headers['content-length']) > most + FORM_ITSELF) throw tooLarge(most)
  const parser = parserOf(request)
  const broken = new AbortController()
  const breakOff = () => broken.abort(new HttpError(400, 'broken_off', 'The upload broke off'))
  request.once('aborted', breakOff).once('error', breakOff)
  // Said aloud, so that it is not taken for a client that stalls.
  request.pause()
  return formQueue(sender, () => readNow(request, parser, broken, { files, most, beforeFile }), {
    signal: broken.signal,
  })
}

type Now = Omit<Reading, 'sender'>

async function readNow(
  request: IncomingMessage,
  parser: ReturnType<typeof parserOf>,
  broken: AbortController,
  { files, most, beforeFile }: Now,
): Promise<Form> {
  const fields: Record<string, string> = Object.create(null)
  let receiving: Promise<ReceivedFile> | undefined

  const finished = new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => broken.abort(error)
    broken.signal.addEventListener('abort', () => reject(broken.signal.reason), { once: true })
    parser
      .on('field', (name, value) => {
        if (name in fields) fail(invalid(name, 'Was sent twice'))
        fields[name] = value
      })
      .on('file', (name, stream, fileName) => {
        stream.on('error', () => {})
        if (name !== FILE_FIELD) fail(invalid(name, 'There is no such field'))
        else if (receiving) fail(invalid(FILE_FIELD, 'Send one file only'))
        else {
          receiving = receive(stream, fileName)
          receiving.catch(fail)
          return
        }
        stream.resume()
      })
      .on('fieldsLimit', () => fail(malformed()))
      .on('partsLimit', () => fail(malformed()))
      .on('error', () => fail(malformed()))
      .on('finish', resolve)
    request.pipe(parser)
  })

  async function receive(stream: BusboyFileStream, fileName: string): Promise<ReceivedFile> {
    await beforeFile(fields)
    const { path, size } = await files.receive(stream, most, broken.signal).catch((error) => {
      throw error instanceof TooLong ? tooLarge(most) : error
    })
    return { path, size, fileName: safeFileName(fileName) }
  }

  try {
    await finished
    return { fields, file: (await receiving) ?? null }
  } catch (error) {
    request.unpipe(parser).resume()
    parser.destroy()
    await receiving?.then((file: Incoming) => files.drop(file)).catch(() => {})
    throw error
  }
}

function parserOf({ headers }: IncomingMessage) {
  try {
    return new Busboy({
      headers: headers as { 'content-type': string },
      limits: {
        fields: MOST_FIELDS,
        parts: MOST_FIELDS + 2,
        fieldNameSize: 100,
        fieldSize: MOST_IN_A_FIELD,
        headerPairs: 20,
        headerSize: 8_192,
      },
      isPartAFile: (_field, _type, fileName) => fileName !== undefined,
    })
  } catch {
    throw malformed()
  }
}
