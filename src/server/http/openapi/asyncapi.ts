import { ClientMessage, ServerMessage } from '../../../shared/changes.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import { info } from './openapi.ts'

type MessageName = ClientMessage['type'] | ServerMessage['type']
/** The meaning of each message. */
const summaries: Record<MessageName, string> = {
  auth: 'Whose page this is: the session’s own user, or the connection is closed. Changes are sent from then on.',
  ping: 'The page lives. A connection of which nothing is heard for 70 seconds is dropped.',
  shown: 'The page is in use and has just shown this notification of its person, so that no device needs to ring.',
  auth_success:
    'The page is known, and hears of changes from now on. One that returns receives what it has missed (`resumed`), or reads everything again after so many seconds',
  pong: 'The answer to a ping',
  notification: 'This person was notified of something',
  position:
    'Everything up to this position of the log of changes has been sent; a page that returns goes on from there',
  change:
    'Something that this person may see, or could see before, was created, changed or removed, with the row as it is now; without `row` read it again',
  progress: 'How far a long call of this page has got, as an import of many people',
  stale: 'Changes may have been missed; read everything again, after so many seconds',
}

/** The live connection at `/ws` as an AsyncAPI 3 document, made from the schemas of its messages. */
export function asyncApiOf(version: string, cookie: string) {
  const [fromPages, fromServer] = [ClientMessage, ServerMessage].map((union) => union.def.options.map(messageOf))
  const messages = Object.fromEntries([...(fromPages ?? []), ...(fromServer ?? [])])
  const inChannel = Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }])
  const operation = (action: 'send' | 'receive', summary: string, of: [string, unknown][] = []) => ({
    action,
    summary,
    channel: { $ref: '#/channels/live' },
    security: [{ $ref: '#/components/securitySchemes/session' }],
    messages: of.map(([name]) => ({ $ref: `#/channels/live/messages/${name}` })),
  })
  return {
    asyncapi: '3.0.0',
    info: {
      ...info,
      license: { name: info.license.name },
      version,
      description: 'What changes, told at once. The calls themselves are described by `/api/docs/openapi.json`.',
    },
    defaultContentType: 'application/json',
    channels: {
      live: {
        address: '/ws',
        description:
          'A WebSocket with text messages of JSON. The upgrade needs the session’s cookie and comes from Muster’s own pages, or without `Origin`. Closed with 1001 when the server stops, 1013 when it cannot tell now (connect again), 4401 when the session is over, 4429 when its person has opened thirty others since (connect again half a minute later).',
        messages: Object.fromEntries(inChannel),
        bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
      },
    },
    operations: {
      hear: operation('receive', 'What a page says', fromPages),
      tell: operation('send', 'What the server says', fromServer),
    },
    components: {
      messages,
      securitySchemes: { session: { type: 'httpApiKey', in: 'cookie', name: cookie } },
    },
  }
}

type Option = (typeof ClientMessage | typeof ServerMessage)['def']['options'][number]

function messageOf(option: Option): [name: MessageName, message: { summary: string; payload: JsonSchema }] {
  const name = option.shape.type.def.values[0] as MessageName
  return [name, { summary: summaries[name], payload: jsonSchemaOf(option, 'output') }]
}
