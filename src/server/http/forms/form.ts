import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { BufferedFile, FileField, ReceivedFile } from '../../../shared/endpoint.ts'
import { msg } from '../../../shared/words/message.ts'
import { type FileStore, type PutOptions, receiveInto, TooLong, type WaitingBytes } from '../../adapters/files.ts'
import { HttpError, invalid } from '../../base/errors.ts'
import { fairQueue } from '../../base/fair-queue.ts'
import { removeUnkept } from '../../core/files/files.ts'
import { safeFileName } from '../request/file-name.ts'
import { letGo, releaseMemory, takeMemory, takeMemoryForArrival } from './buffered-memory.ts'

/** A form: its text fields, and its files by field. The files are stored or held; nothing refers to them yet. */
interface Form {
  fields: Record<string, string>
  files: Record<string, (ReceivedFile | BufferedFile)[]>
}

type ArrivedFile = ReceivedFile | BufferedFile | WaitingBytes
/** A form that has arrived. Files that will be held may wait on the disk. */
interface Arrived extends Pick<Form, 'fields'> {
  files: Record<string, ArrivedFile[]>
}

interface ReadOptions {
  store: FileStore
  fileFields: Record<string, FileField>
  /** The sender's forms have few places in the queue, so that no sender takes all of them. */
  sender: string
  /** How many bytes all files of the form may have together. */
  maxBytes: number
  /** Called before the first file's bytes are taken, with the fields before it. If it throws, the form is refused. */
  beforeFiles(fields: Record<string, string>): Promise<void>
  /** Receives the first bytes of each file. If it throws, the form is refused. */
  accept?: PutOptions['accept']
}

/** Options for reading a form: `turn` runs the work that follows a whole file. */
type ReadNowOptions = Omit<ReadOptions, 'sender'> & Pick<PutOptions, 'turn'>

const MB = 1024 * 1024
const MAX_FIELDS = 20
/** More than any field may have. A longer field is cut, and its contract refuses it. */
const MAX_FIELD_BYTES = 20_000
/** The most bytes of a form beside its files. */
const MAX_FORM_OVERHEAD = 100_000

/** Bytes of a file that are taken during the check of the form: most photos are whole before it ends. */
const READ_AHEAD = 256_000
/**
 * Forms that are being received: bytes that arrive slowly take a place here for as long, and no turn. Those beyond wait
 * with their senders, unread. Each takes memory between network and disk, and its files disk. When half of the places
 * are taken, a sender who has one gets no second.
 */
const MAX_RECEIVING = 128
const ofSender = fairQueue({ concurrencyPerKey: 4 })
const places = fairQueue({
  concurrency: MAX_RECEIVING,
  concurrencyPerKey: 1,
  hasSpareCapacity: () => placesTaken < MAX_RECEIVING / 2,
})
let placesTaken = 0
/** The turns of forms, which begin when their files are whole. */
const turns = fairQueue({ concurrency: 16, concurrencyPerKey: 4 })
/** Held forms with more bytes than this take turns in their own queue, so that they take little memory. */
const SMALL_FORM = 2 * MB
const largeBufferTurns = fairQueue({ concurrency: 4, concurrencyPerKey: 1 })

/** How many forms are being received now. */
export const receiving = () => placesTaken

/** Runs `receive` when there is a place for a form of this sender. */
const inPlace = <T>(sender: string, signal: AbortSignal, receive: () => Promise<T>): Promise<T> => {
  const counted = () => {
    placesTaken += 1
    return receive().finally(() => (placesTaken -= 1))
  }
  return ofSender(sender, () => places(sender, counted, { signal }), { signal })
}

const sizeLabel = (bytes: number) =>
  bytes < MB
    ? msg('{count} KB', { count: Math.floor(bytes / 1024) })
    : msg('{count} MB', { count: Math.floor(bytes / MB) })
const fileTooLarge = (maxBytes: number) =>
  new HttpError(413, 'too_large', msg('This file is too large. The most is {size}.', { size: sizeLabel(maxBytes) }))
const formTooLarge = (maxBytes: number) =>
  new HttpError(
    413,
    'too_large',
    msg('These files are too large together. The most is {size}.', { size: sizeLabel(maxBytes) }),
  )
const malformed = () => new HttpError(400, 'malformed', msg('The form could not be read'))

const countOf = (fileFields: ReadOptions['fileFields']) =>
  Object.values(fileFields).reduce((sum, { max }) => sum + max, 0)

/**
 * Reads a multipart form, streams its files into the store or holds them, and runs `use` with it. The files that no row
 * refers to in the end are removed. If the form is refused, or the client breaks off, none of them stays, and the rest
 * of the request is read and thrown away. Throws `HttpError`, and the errors of `use`.
 */
export async function withReadForm<T>(
  request: IncomingMessage,
  { sender, ...options }: ReadOptions,
  use: (form: Form) => Promise<T>,
): Promise<T> {
  const { maxBytes, fileFields } = options
  if (Number(request.headers['content-length']) > maxBytes + MAX_FORM_OVERHEAD) {
    throw countOf(fileFields) > 1 ? formTooLarge(maxBytes) : fileTooLarge(maxBytes)
  }
  const parser = parserOf(request, fileFields)
  const isBuffered = Object.values(fileFields).some((field) => field.isBuffered)
  const isSmall = Number(request.headers['content-length']) <= SMALL_FORM
  const queue = isBuffered && !isSmall ? largeBufferTurns : turns
  const broken = new AbortController()
  const breakOff = () => broken.abort(new HttpError(400, 'broken_off', msg('The upload was interrupted')))
  request.once('aborted', breakOff).once('error', breakOff)
  // An explicit pause, so that the time limits do not take the waiting client for a stalled one.
  request.pause()
  const { signal } = broken
  const turn = <T>(work: () => Promise<T>) => queue(sender, work, { signal })
  const discard = ({ files }: Arrived) => discardFiles(options.store, Object.values(files).flat())
  const arrive = () => readNow(request, parser, broken, { ...options, turn })
  if (!isBuffered) {
    const form = await inPlace(sender, signal, arrive)
    return use(form as Form).finally(() => discard(form))
  }
  return inPlace(sender, signal, async () => {
    const form = await arrive()
    // Held files take memory until the request ends, so it keeps its turn as long.
    return turn(async () => use(await inMemory(form))).finally(() => discard(form))
  })
}

/** Takes the files of a form that wait on the disk into memory, in their places. */
async function inMemory(form: Arrived): Promise<Form> {
  for (const files of Object.values(form.files))
    for (const [at, file] of files.entries()) if ('readInto' in file) files[at] = await takeIn(file)
  return form as Form
}

async function takeIn(file: WaitingBytes): Promise<BufferedFile> {
  const memory = takeMemory(Math.max(1, file.size))
  try {
    return { bytes: await file.readInto(memory) }
  } catch (error) {
    releaseMemory(memory)
    throw error
  } finally {
    await file.remove()
  }
}

async function readNow(
  request: IncomingMessage,
  parser: ReturnType<typeof parserOf>,
  broken: AbortController,
  options: ReadNowOptions,
): Promise<Arrived> {
  const fields: Form['fields'] = Object.create(null)
  // No file has more bytes than its form.
  const formBytes = Number(request.headers['content-length']) || Number.POSITIVE_INFINITY
  const receiver = fileReceiver(fields, broken.signal, formBytes, options)
  const fail = (error: Error) => broken.abort(error)

  const finished = new Promise<void>((resolve, reject) => {
    broken.signal.addEventListener('abort', () => reject(broken.signal.reason), { once: true })
    parser
      .on('field', (name, value) => {
        if (name in fields) fail(invalid(name, msg('Was sent twice')))
        fields[name] = value
      })
      .on('file', (name, stream, fileName) => {
        // The promise below rejects as well, with the reason.
        stream.on('error', () => {})
        receiver.receive(name, stream, fileName).catch((error) => {
          stream.resume()
          fail(error)
        })
      })
      .on('fieldsLimit', () => fail(malformed()))
      .on('partsLimit', () => fail(malformed()))
      .on('error', () => fail(malformed()))
      .on('finish', resolve)
    request.pipe(parser)
  })

  try {
    await finished
    return { fields, files: await receiver.received() }
  } catch (error) {
    request.unpipe(parser).resume()
    parser.destroy()
    await receiver.discard()
    throw error
  }
}

/** Stores or holds the files of one form, one after the other, and counts them and their bytes. */
function fileReceiver(
  fields: Form['fields'],
  signal: AbortSignal,
  formBytes: number,
  { store, fileFields, maxBytes, beforeFiles, accept, turn }: ReadNowOptions,
) {
  const counts = new Map<string, number>()
  const taken: { name: string; file: ArrivedFile }[] = []
  let bytesLeft = maxBytes
  let last: Promise<void> = Promise.resolve()

  function mustBeWanted(name: string) {
    const field = Object.hasOwn(fileFields, name) ? fileFields[name] : undefined
    if (!field) throw invalid(name, msg('There is no such field'))
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    if (count > field.max)
      throw invalid(
        name,
        field.max === 1
          ? msg('Send one file only')
          : msg('{max, plural, one {Send at most # file} other {Send at most # files}}', { max: field.max }),
      )
    return field
  }

  async function take(name: string, field: FileField, stream: Readable, fileName: string) {
    signal.throwIfAborted()
    if (taken.length === 0) await beforeFiles(fields)
    const ownMax = Math.min(field.maxBytes ?? maxBytes, maxBytes)
    const options = { maxBytes: Math.min(ownMax, bytesLeft), signal, accept }
    const receive = async (): Promise<ArrivedFile> => {
      if (field.isBuffered) return hold(store, stream, Math.min(options.maxBytes, formBytes), options)
      return { ...(await store.put(stream, { ...options, turn })), fileName: safeFileName(fileName), isKept: false }
    }
    const file = await receive().catch((error) => {
      if (!(error instanceof TooLong)) throw error
      throw bytesLeft < ownMax ? formTooLarge(maxBytes) : fileTooLarge(ownMax)
    })
    bytesLeft -= 'size' in file ? file.size : file.bytes.length
    taken.push({ name, file })
  }

  return {
    async receive(name: string, stream: Readable, fileName: string) {
      const field = mustBeWanted(name)
      last = last.then(() => take(name, field, stream, fileName))
      return last
    },
    async received(): Promise<Arrived['files']> {
      await last
      return Object.fromEntries(
        Object.keys(fileFields).map((field) => [
          field,
          taken.filter(({ name }) => name === field).map(({ file }) => file),
        ]),
      )
    },
    async discard() {
      await last.catch(() => {})
      const files = taken.map(({ file }) => file)
      await discardFiles(store, files)
    },
  }
}

/** Receives a file that will be held: into memory if there is enough for so many bytes, else onto the disk. */
async function hold(
  store: FileStore,
  stream: Readable,
  size: number,
  options: Pick<PutOptions, 'maxBytes' | 'accept' | 'signal'>,
): Promise<BufferedFile | WaitingBytes> {
  const memory = takeMemoryForArrival(size)
  if (!memory) return store.receive(stream, options)
  try {
    return { bytes: await receiveInto(memory, stream, options) }
  } catch (error) {
    letGo(memory)
    throw error
  }
}

/**
 * Lets go of the files of a form: held ones give their memory back, the others are removed unless a row refers to them.
 */
async function discardFiles(store: FileStore, files: ArrivedFile[]) {
  const stored: ReceivedFile[] = []
  for (const file of files) {
    if ('bytes' in file) releaseMemory(file.bytes)
    else if ('readInto' in file) await file.remove()
    else stored.push(file)
  }
  await removeUnkept(store, stored)
}

function parserOf({ headers }: IncomingMessage, fileFields: ReadOptions['fileFields']) {
  try {
    return new Busboy({
      headers: headers as { 'content-type': string },
      limits: {
        fields: MAX_FIELDS,
        // One more, so that a file too many is refused by name.
        parts: MAX_FIELDS + countOf(fileFields) + 1,
        fieldNameSize: 100,
        fieldSize: MAX_FIELD_BYTES,
        headerPairs: 20,
        headerSize: 8_192,
      },
      fileHwm: READ_AHEAD,
      isPartAFile: (_field, _type, fileName) => fileName !== undefined,
    })
  } catch {
    throw malformed()
  }
}
