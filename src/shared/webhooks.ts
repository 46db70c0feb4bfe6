import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, oneOf, pathId, queryInt, replyInstant, requiredText } from './fields.ts'
import { Owned } from './owned.ts'
import { english, type Message, msg } from './words/message.ts'

/** Webhooks: addresses of other programs that are told of changes (docs/webhooks.md), by Standard Webhooks 1.0. */

/** The types of messages for webhooks. The names are sent, and stored. */
export const webhookTypes = [
  'task.created',
  'task.updated',
  'task.claimed',
  'task.completed',
  'task.overdue',
  'task.missed',
  'task.deleted',
  'problem.reported',
  'comment.created',
  'handover.created',
  'clock.started',
  'clock.ended',
  'hours.approved',
  'hours.withdrawn',
] as const
export type WebhookType = (typeof webhookTypes)[number]

/** Types that nobody chooses: of many tasks at once, for those who are told of tasks, and of a test. */
export type MessageType = WebhookType | 'tasks.changed' | 'webhook.test'

/** Webhooks that have chosen one of these types get messages of this type. */
export const chosenBy = (type: MessageType): MessageType[] =>
  type === 'tasks.changed' ? webhookTypes.filter((each) => /^(task|problem)\./.test(each)) : [type]

/** The meaning of each type, for people. */
export const webhookTypeLabels: Record<WebhookType, Message> = {
  'task.created': msg('A task was created'),
  'task.updated': msg('A task was changed'),
  'task.claimed': msg('Somebody took a task'),
  'task.completed': msg('A task was completed'),
  'task.overdue': msg('A task became overdue'),
  'task.missed': msg('A task of a routine was missed'),
  'task.deleted': msg('A task was deleted'),
  'problem.reported': msg('A problem was reported'),
  'comment.created': msg('A comment was written'),
  'handover.created': msg('A handover was written'),
  'clock.started': msg('Somebody clocked in'),
  'clock.ended': msg('Somebody clocked out'),
  'hours.approved': msg('Hours of a pay period were approved'),
  'hours.withdrawn': msg('An approval of hours was withdrawn'),
}

export const MAX_WEBHOOKS = 50
export const MAX_WEBHOOK_URL = 1_000
/** Messages of one webhook that are not delivered yet. With more it is paused. */
export const MAX_OPEN_MESSAGES = 10_000
/** Messages of one page of the log. */
export const WEBHOOK_MESSAGE_PAGE = 25
/** Messages are kept for so many days. */
export const WEBHOOK_MESSAGE_DAYS = 30

/**
 * Why a webhook is told nothing: a person paused it, it answered 410, it failed for three days, too much waits for it,
 * or its owner has left and nobody took it over.
 */
export const pauseReasons = ['person', 'gone', 'failing', 'full', 'unowned'] as const
export type PauseReason = (typeof pauseReasons)[number]

const fields = {
  name: requiredText(100, english('Enter a name')),
  /** Where it may lead is for the server to say. */
  url: requiredText(MAX_WEBHOOK_URL, english('Enter an address')).check(
    z.url({ protocol: /^https?$/, error: english('Must be an address that begins with https://') }),
  ),
  types: z.array(oneOf(webhookTypes)).check(
    z.minLength(1, english('Choose at least one')),
    z.maxLength(webhookTypes.length),
    z.refine((types) => new Set(types).size === types.length, english('Choose each once')),
  ),
}

export const NewWebhook = z.strictObject(fields)
export type NewWebhook = z.output<typeof NewWebhook>
export const WebhookChanges = z.partial(NewWebhook)

export const Webhook = z.object({
  id,
  name: z.string(),
  url: z.string(),
  types: z.array(z.string()),
  /** Since when it is told nothing, and why; null while it is told. */
  pausedAt: z.nullable(replyInstant),
  pausedBecause: z.nullable(z.enum(pauseReasons)),
  /** When a message was last delivered; null if none was within 30 days. */
  deliveredAt: z.nullable(replyInstant),
  /** Messages that wait for an attempt. */
  open: z.int(),
  /** Whether the last attempt failed. */
  isFailing: z.boolean(),
  ...Owned,
  createdAt: replyInstant,
  updatedAt: replyInstant,
})
export type Webhook = z.output<typeof Webhook>

const Secret = z.object({
  /** `whsec_` and the key in base64. */
  secret: z.string(),
})
const WithSecret = z.extend(Webhook, Secret.shape)

export const WebhookMessage = z.object({
  id: z.int(),
  /** The header `webhook-id`: the same at each attempt. */
  messageId: z.string(),
  type: z.string(),
  /** The body that is sent, as JSON. */
  body: z.string(),
  attempts: z.int(),
  /** The status that the last attempt was answered with; null if there was no answer. */
  lastStatus: z.nullable(z.int()),
  lastError: z.nullable(z.string()),
  lastTriedAt: z.nullable(replyInstant),
  deliveredAt: z.nullable(replyInstant),
  /** When the attempts were used up. */
  failedAt: z.nullable(replyInstant),
  createdAt: replyInstant,
})
export type WebhookMessage = z.output<typeof WebhookMessage>

const params = { id: pathId }
const allow = 'webhook:manage'
const changes = ['webhooks'] as const

export const webhooksApi = {
  list: endpoint({
    method: 'GET',
    path: '/webhooks',
    summary: 'All webhooks, and how they stand',
    allow,
    reply: z.object({ webhooks: z.array(Webhook) }),
    reads: ['webhooks', 'users'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/webhooks',
    summary: `Create a webhook, with a secret of its own. 409 \`too_many_webhooks\` beyond ${MAX_WEBHOOKS}`,
    allow,
    proof: true,
    body: NewWebhook,
    reply: WithSecret,
    status: 201,
    changes,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/webhooks/:id',
    summary: 'Change where a webhook leads, or what it is told of',
    allow,
    proof: true,
    params,
    body: WebhookChanges,
    reply: Webhook,
    changes,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/webhooks/:id',
    summary: 'Delete a webhook with its messages',
    allow,
    params,
    changes,
  }),
  showSecret: endpoint({
    method: 'POST',
    path: '/webhooks/:id/secret',
    summary: 'Show the secret of a webhook. The audit log says who has seen it',
    allow,
    proof: true,
    params,
    reply: Secret,
  }),
  renewSecret: endpoint({
    method: 'PUT',
    path: '/webhooks/:id/secret',
    summary: 'Give a webhook a new secret. Every attempt from now on is signed with it',
    allow,
    proof: true,
    params,
    reply: Secret,
    changes,
  }),
  test: endpoint({
    method: 'POST',
    path: '/webhooks/:id/test',
    summary: 'Send a message of the type `webhook.test`. 409 `webhook_paused` for one that is told nothing',
    allow,
    params,
    reply: WebhookMessage,
    status: 201,
    changes,
  }),
  pause: endpoint({
    method: 'POST',
    path: '/webhooks/:id/pause',
    summary: 'Tell a webhook nothing. What happens meanwhile is not collected',
    allow,
    params,
    reply: Webhook,
    changes,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/webhooks/:id/resume',
    summary: 'Tell a webhook again, and go on with the messages that wait. 409 `no_owner` for one whose owner has left',
    allow,
    params,
    reply: Webhook,
    changes,
  }),
  takeOver: endpoint({
    method: 'POST',
    path: '/webhooks/:id/owner',
    summary:
      'Take over a webhook whose owner has left. If it paused for that, it goes on. 409 `has_owner` for another one',
    allow,
    proof: true,
    params,
    reply: Webhook,
    status: 200,
    changes,
  }),
  messages: endpoint({
    method: 'GET',
    path: '/webhooks/:id/messages',
    summary: 'The messages of a webhook, newest first',
    allow,
    params,
    query: z.strictObject({
      /** The `next` of the page before. */
      before: z.optional(queryInt(1, 2_147_483_647)),
    }),
    reply: z.object({ messages: z.array(WebhookMessage), next: z.nullable(z.int()) }),
    reads: ['webhooks'],
  }),
  resend: endpoint({
    method: 'POST',
    path: '/webhooks/:id/messages/:message/resend',
    summary: 'Send a message again, with the same id and body. 409 `webhook_paused` for a webhook that is told nothing',
    allow,
    params: { id: pathId, message: pathId },
    reply: WebhookMessage,
    status: 200,
    changes,
  }),
}
