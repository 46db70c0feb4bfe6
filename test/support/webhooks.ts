import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Verifier } from 'standardwebhooks'
import { webhookMessages, webhooks } from '../../src/server/db/tables/webhooks.ts'
import type { TestApp } from './test-app.ts'

/** Receivers of webhooks. They check messages with the package of the standard. */

/** The receiver's answer to a message: a status with headers, or nothing at all. */
export type Answer = { status: number; headers?: Record<string, string>; body?: string } | 'hang'

export interface Delivery {
  id: string
  body: { type: string; timestamp: string; data: Record<string, unknown> }
  headers: IncomingHttpHeaders
}

export interface Receiver {
  /** As it stands in WEBHOOK_HOSTS. */
  host: string
  /** An address with its own answer and its own list of messages. */
  open(): Inbox
  close(): Promise<void>
}

export interface Inbox {
  url: string
  /** By which messages are checked; to be set. */
  secret: string
  answer: Answer
  /** Received messages, with any answer. */
  received: Delivery[]
}

export async function openReceiver(): Promise<Receiver> {
  const inboxes = new Map<string, Inbox>()
  const hanging = new Set<ServerResponse>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const inbox = inboxes.get(request.url ?? '')
    if (!inbox) return void response.writeHead(404).end()
    const headers = request.headers as Record<string, string>
    try {
      const body = new Verifier(inbox.secret).verify(Buffer.concat(chunks), headers) as Delivery['body']
      inbox.received.push({ id: headers['webhook-id'] ?? '', body, headers })
    } catch (error) {
      return void response.writeHead(401).end(String(error))
    }
    if (inbox.answer === 'hang') return void hanging.add(response)
    response.writeHead(inbox.answer.status, inbox.answer.headers).end(inbox.answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    open() {
      const path = `/inbox/${inboxes.size + 1}`
      const inbox: Inbox = { url: `http://${host}${path}`, secret: SECRET, answer: { status: 204 }, received: [] }
      inboxes.set(path, inbox)
      return inbox
    },
    async close() {
      for (const response of hanging) response.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The secret of webhooks that tests put there. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** Puts a webhook there. Returns its id. */
export async function putWebhook({ put, fixtures }: TestApp, fields: Partial<typeof webhooks.$inferInsert> = {}) {
  const { id } = await put('gita', webhooks, {
    ...{ name: 'Door locks', url: 'https://locks.example/muster', types: ['task.created'], secret: SECRET },
    ...{ createdBy: fixtures.people.gita.id, ...fields },
  })
  return id
}

let count = 0

/** Puts a delivered message of a new webhook there. Returns the parameters that name it. */
export async function putWebhookMessage(muster: TestApp, fields: Partial<typeof webhookMessages.$inferInsert> = {}) {
  const id = fields.webhookId ?? (await putWebhook(muster))
  count += 1
  const at = new Date().toISOString()
  const body = { type: 'task.created', timestamp: at, data: { id: 7 } }
  const [row] = await muster.services.database.orm
    .insert(webhookMessages)
    .values({
      ...{ webhookId: id, messageId: `msg_${count}`, type: body.type, body, attempts: 1 },
      ...{ deliveredAt: at, lastTriedAt: at, lastStatus: 204, ...fields },
    })
    .returning({ id: webhookMessages.id })
  return { id, message: row?.id }
}
