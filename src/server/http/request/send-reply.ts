import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Endpoint } from '../../../shared/endpoint.ts'
import { JsonText } from '../../core/context.ts'
import { serializerSchemaOf } from '../openapi/json-schema.ts'
import type { RunInQueue } from './lanes.ts'

/** The JSON of a reply, with only the fields that the contract declares; null for a reply without a body. */
export function replyJson(reply: FastifyReply, endpoint: Endpoint, result: unknown): string | Buffer | null {
  if (!endpoint.reply) return null
  if (result instanceof JsonText) return result.bytes()
  return result === null ? 'null' : serializerOf(reply, endpoint.reply)(result)
}

/** The same as text, which can be stored. */
export const replyText = (reply: FastifyReply, endpoint: Endpoint, result: unknown): string | null =>
  replyJson(reply, endpoint, result)?.toString() ?? null

type Serialize = (value: unknown) => string
/** Each is compiled by the first reply of its kind. To compile all of them would take a part of every start. */
const serializers = new WeakMap<object, Serialize>()

function serializerOf(reply: FastifyReply, contract: NonNullable<Endpoint['reply']>): Serialize {
  const known = serializers.get(contract)
  if (known) return known
  const compiled = reply.compileSerializationSchema(serializerSchemaOf(contract)) as Serialize
  serializers.set(contract, compiled)
  return compiled
}

/** Characters from which a text is sent as a buffer. Node copies a long string more often, head and body together. */
const BUFFERED_FROM = 16_384

/**
 * Sends the JSON of a reply, or no body for null.
 *
 * @param onLong is called before a long reply is sent
 */
export function sendJson(reply: FastifyReply, json: string | Buffer | null, onLong: () => void) {
  if (json === null) return reply.send()
  reply.type('application/json; charset=utf-8')
  if (json.length <= BUFFERED_FROM) return reply.send(json)
  onLong()
  return reply.send(typeof json === 'string' ? Buffer.from(json) : json)
}

/** A file that is made while it is sent. */
interface Download {
  pieces: AsyncGenerator<string | Uint8Array, void>
  fileName: string
  mediaType: string
}

/**
 * Sends a file while it is made. It waits for the first piece, so that an error until then is an ordinary
 * error reply. A later error breaks the connection, so that no half file looks whole.
 *
 * @param runFirst runs the making of the first piece, `runInQueue` the making of each of the others
 * @param onFirstPiece is called once the first piece is there, before it is sent
 */
export async function sendDownload(
  reply: FastifyReply,
  { pieces, fileName, mediaType }: Download,
  runFirst: RunInQueue,
  runInQueue: RunInQueue,
  onFirstPiece: () => Promise<void>,
) {
  // Each piece takes its own turn, so that a client that reads slowly holds none.
  const next = () => runInQueue(() => pieces.next())
  const first = await runFirst(() => pieces.next())
  async function* all() {
    try {
      for (let piece = first; !piece.done; piece = await next()) yield piece.value
    } finally {
      await pieces.return()
    }
  }
  await onFirstPiece().catch(async (error) => {
    await pieces.return()
    throw error
  })
  return reply
    .type(mediaType)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(all()))
}
