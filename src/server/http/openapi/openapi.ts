import * as z from 'zod/mini'
import type { api as contracts } from '../../../shared/api.ts'
import { API_PREFIX } from '../../../shared/api-prefix.ts'
import { type Endpoint, statusOf } from '../../../shared/endpoint.ts'
import { ErrorReply } from '../../../shared/errors.ts'
import { IDEMPOTENCY_KEY } from '../../../shared/idempotency.ts'
import { type LimitKind, type RateLimit, rateLimits } from '../../../shared/rate-limits.ts'
import { WORKBOOK_TYPE } from '../../../shared/sheets/formats.ts'
import { scopeOf } from '../../../shared/token-scopes.ts'
import { type Api, acceptsIdempotencyKey, type Handlers } from '../request/handlers.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'

/** The tags of the document: the subject of each noun of the API. */
const nouns: Record<keyof typeof contracts, string> = {
  auth: 'Signing in and out, one’s own sign-in sessions, a forgotten password',
  secondStep: 'The second step of a sign-in: one-time codes from an app, and recovery codes',
  passkeys: 'Passkeys: one’s own, and signing in by them',
  pin: 'One’s own PIN, by which one clocks in at a kiosk',
  kiosks: 'The tablets at a door, for administrators',
  kiosk: 'What a tablet at a door calls, with its own cookie or with the pass of the person at it',
  prove: 'The proof of who sits at the keyboard, which sensitive changes need',
  provider:
    'Single sign-on: by which provider one is known, and what joins an account: its password, an invitation, or its own session',
  departments: 'The departments that people, tasks and procedures belong to',
  users: 'Accounts and their people',
  profile: 'One’s own settings',
  tokens: 'Tokens by which one’s own programs call the API',
  calendar: 'The secret address at which calendars read one’s own tasks',
  projects: 'Projects, which tasks can belong to',
  tasks: 'Tasks: the board, lists, changes of one or of many, what was deleted, exports',
  photos: 'Photos, which comments and steps of tasks can show',
  comments: 'Comments on tasks: mentions, photos, and what one has not read',
  procedures: 'The procedures by which tasks are done',
  steps: 'The steps of a task: what is to be ticked, measured, written down or photographed',
  problems: 'Problems that people report, and taking and giving back tasks',
  places: 'Places with signs, whose codes lead to what is to be done there',
  planning: 'Open tasks by person, to plan a day',
  reminders: 'Reminders, for a time or by a rule',
  routines: 'Routines, which open a new task for each occurrence, and what became of these',
  sops: 'Standard operating procedures: PDFs, their earlier versions and who has read them',
  notifications: 'What one was notified of',
  push: 'The devices that are told of notifications',
  ledger: 'What reached one off duty',
  clock: 'Clocking in and out, hours and corrections, the record of each day',
  roster: 'Planned shifts: drafts for planners, and what is published for everybody in the department',
  absences: 'When people are away: why is for them and the managers of their department alone',
  workContracts: 'How long people work by their contracts',
  hours: 'Hours of a pay period: confirming, approving, withdrawing',
  holidays: 'Public holidays, and other days that the house keeps as such',
  wageTypes: 'The codes under which payroll receives minutes',
  payroll: 'Payroll runs and their corrections, and the file for a payroll program',
  shift: 'Who is on duty',
  briefing: 'What one must know who comes on duty',
  messages: 'Messages to people on duty, and urgent ones',
  threads: 'Threads of two people or of a department: the messages, and which one has read',
  handovers: 'What one shift hands over to the next: the log book, receiving, questions and answers',
  dataProtection: 'The data that Muster stores of a person: how long each kind stays, and a copy',
  dashboard: 'The figures and the activity of the first screen',
  today: 'What one has to do today',
  todayDepartment: 'What a manager reads of a department first, and who has read it',
  analytics: 'Figures of periods, departments and people',
  analyticsRoutines: 'Figures of routines and of reported problems, and the lists behind them',
  analyticsSheet: 'The figures of a department on one page, beside those of earlier days',
  analyticsShift: 'Figures of shifts: whether handovers arrive, who is reached off duty, urgent messages',
  audit: 'The log of every change',
  feedback: 'What people think of Muster',
  jobs: 'What servers do in the background',
  operations: 'How the server finds its deployment',
  webhooks: 'Addresses of other programs that are told of changes',
  savedViews: 'One’s own saved views of the tasks',
  search: 'What is found among everything that one may see',
  organisation: 'What the deployment says about itself',
  payPeriods: 'How hours are cut into pay periods',
  workRules: 'The rules about working time',
  setup: 'The guide through the beginning of a deployment',
}

/** The error replies of every call, by status. */
const errors: Record<number, string> = {
  400: 'Malformed, or a field does not pass its check',
  401: 'Not signed in',
  403: 'May not',
  404: 'No such thing, or none that this person may know of',
  409: 'Does not fit what is there now',
  413: 'Too large',
  415: 'The body is of another type, or compressed',
  429: 'Too often; Retry-After says when to try again',
  500: 'A fault of the server, which its log tells by the reply’s requestId',
  503: 'Busy, or the database is away; Retry-After says when to try again',
}
const WITH_RETRY_AFTER = new Set(['429', '503'])

/** Title and licence, the same in this document and in the one of the live connection. */
export const info = { title: 'Muster', license: { name: 'MIT', identifier: 'MIT' } }

/**
 * The API as an OpenAPI 3.1 document, made from the schemas that validate the requests.
 *
 * @param cookie the name of the session cookie
 */
export function openApiOf<A extends Api>(api: A, handlers: Handlers<A>, version: string, cookie: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [noun, endpoints] of Object.entries(api)) {
    for (const [verb, endpoint] of Object.entries(endpoints)) {
      const acceptsKey = acceptsIdempotencyKey(endpoint, handlers[noun]?.[verb] as object)
      const path = `${API_PREFIX}${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: operation(noun, verb, endpoint, acceptsKey, cookie),
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      ...info,
      version,
      description:
        'A program sends a token of its person: `Authorization: Bearer mus_…`. People make tokens in their profile; each call says which scope it needs. Or sign in with `POST /api/v1/auth/login`; the session travels in a cookie, which does not count beside a token. What changes is told over the live connection at `/ws`, which `/api/docs/asyncapi.json` describes.',
    },
    servers: [{ url: '/' }],
    tags: Object.keys(api).map((name) => ({ name, description: nouns[name as keyof typeof nouns] })),
    paths,
    components: {
      schemas: { Error: jsonSchemaOf(ErrorReply, 'output') },
      responses: Object.fromEntries(
        Object.entries(errors).map(([code, description]) => [
          nameOf(code),
          { ...errorResponse(description), ...(WITH_RETRY_AFTER.has(code) && { headers: retryAfter }) },
        ]),
      ),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookie },
        token: { type: 'http', scheme: 'bearer', description: 'A token from the profile, as `mus_…`' },
        kiosk: { type: 'apiKey', in: 'cookie', name: cookie.replace(/sid$/, 'kiosk') },
        pass: {
          type: 'http',
          scheme: 'bearer',
          description: 'The pass of a person at a kiosk, which lives for a minute',
        },
      },
    },
  }
}

/** The credentials for a call; one of these is enough. */
function securityOf(endpoint: Endpoint) {
  const { allow, kiosk } = endpoint
  if (allow === 'anyone') return []
  if (allow === 'kiosk') return [{ kiosk: [] }]
  return [{ session: [] }, ...tokenSecurity(scopeOf(endpoint)), ...(kiosk ? [{ pass: [] }] : [])]
}

const nameOf = (status: string) => `Error${status}`

const retryAfter = {
  'Retry-After': { description: 'After so many seconds', required: true, schema: { type: 'integer', minimum: 1 } },
}

/** The Set-Cookie header of the replies that sign in and out. */
const setCookie = (name: string) => ({
  set: {
    description: 'The new session. It is good for 14 days, and set anew by later calls while it is used.',
    example: `${name}=…; Path=/; HttpOnly; SameSite=Lax`,
  },
  cleared: { description: 'Takes the session’s cookie away', example: `${name}=; Path=/; Max-Age=0` },
})

/** The parameter of the idempotency key. */
const keyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A new one for each thing done: sent again within 48 hours with the same key, it gets the first reply',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
}

function operation(noun: string, verb: string, endpoint: Endpoint, acceptsKey: boolean, cookieName: string) {
  const {
    params = {},
    query,
    body,
    form,
    reply,
    download,
    archive,
    stored,
    summary,
    allow,
    cookie,
    limit,
    statusAgain,
  } = endpoint
  const status = statusOf(endpoint)
  const scope = scopeOf(endpoint)
  const replyContent = reply && { content: { 'application/json': { schema: jsonSchemaOf(reply, 'output') } } }
  const queryShape: JsonSchema = query ? querySchema(query) : {}
  const required = (queryShape.required ?? []) as string[]
  const fromQuery = Object.entries((queryShape.properties ?? {}) as Record<string, unknown>)
  return {
    operationId: `${noun}.${verb}`,
    tags: [noun],
    summary,
    description: `Permission: ${allow}${limit ? describeLimit(limit) : ''}. ${describeScope(scope)}`,
    security: securityOf(endpoint),
    parameters: [
      ...Object.entries(params).map(([name, schema]) => ({
        name,
        in: 'path',
        required: true,
        schema: asSent(jsonSchemaOf(schema, 'input'), jsonSchemaOf(schema, 'output')),
      })),
      ...fromQuery.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema })),
      ...(acceptsKey ? [keyHeader] : []),
    ],
    ...(body && {
      requestBody: {
        required: !z.safeParse(body, undefined).success,
        content: { 'application/json': { schema: jsonSchemaOf(body, 'input') } },
      },
    }),
    ...(form && {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: formSchema(endpoint) } } },
    }),
    responses: {
      [status]: {
        description: 'Done',
        ...(cookie && { headers: { 'Set-Cookie': { ...setCookie(cookieName)[cookie], schema: { type: 'string' } } } }),
        ...(download && {
          content: {
            'text/csv': { schema: { type: 'string' } },
            // A file of a form of its own has no choice of formats.
            ...(fromQuery.some(([name]) => name === 'format')
              ? { [WORKBOOK_TYPE]: { schema: { type: 'string', format: 'binary' } } }
              : { 'text/plain': { schema: { type: 'string' } } }),
          },
        }),
        ...(archive && { content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } } }),
        ...(stored && { content: { [stored]: { schema: { type: 'string', format: 'binary' } } } }),
        ...replyContent,
      },
      ...(statusAgain && { [statusAgain]: { description: 'It was there already', ...replyContent } }),
      ...(stored && {
        206: { description: 'The part that Range asks for' },
        304: { description: 'The same as If-None-Match names' },
        416: errorResponse('The file has no such range'),
      }),
      ...Object.fromEntries(
        Object.keys(errors).map((code) => [code, { $ref: `#/components/responses/${nameOf(code)}` }]),
      ),
    },
  }
}

/** The schema of a value within an address. It arrives as text; a whole number is shown as a number. */
const asSent = (input: JsonSchema, output: JsonSchema | undefined) =>
  [output, ...((output?.anyOf as JsonSchema[]) ?? [])].some((shape) => shape?.type === 'integer')
    ? (output as JsonSchema)
    : input

/** The fields of a query. All arrive as text. */
function querySchema(schema: z.ZodMiniType) {
  const [input, output] = (['input', 'output'] as const).map((io) => jsonSchemaOf(schema, io))
  const outputs = output?.properties as Record<string, JsonSchema> | undefined
  const properties = Object.entries((input?.properties ?? {}) as Record<string, JsonSchema>)
  return {
    ...input,
    properties: Object.fromEntries(properties.map(([name, property]) => [name, asSent(property, outputs?.[name])])),
  }
}

/** How a token calls an endpoint, as OpenAPI 3.1 says it: the scope that it needs. */
const tokenSecurity = (scope: ReturnType<typeof scopeOf>) =>
  scope === 'never' ? [] : [{ token: scope === 'open' ? [] : [scope] }]

const describeScope = (scope: ReturnType<typeof scopeOf>) => {
  if (scope === 'never') return 'No token may call it'
  return scope === 'open' ? 'A token needs no scope' : `A token needs the scope ${scope}`
}

/** The sentence about a rate limit, which holds for guests and users. */
const describeLimit = (limit: LimitKind) => {
  const { burst, perHour, ofAll }: RateLimit = rateLimits[limit]
  return `. ${ofAll ? 'At most' : 'Below managers'} ${burst} at once, and ${perHour} an hour after that, together with others of the kind ${limit}`
}

/** The schema of a form: its text fields and its file fields. */
function formSchema({ form, files = {} }: Endpoint) {
  const fields = form ? jsonSchemaOf(form, 'input') : {}
  const binary = { type: 'string', format: 'binary' }
  const fileFields = Object.entries(files).map(([name, { max, min = 0 }]) => [
    name,
    max === 1 ? binary : { type: 'array', items: binary, minItems: min, maxItems: max },
  ])
  const required = Object.keys(files).filter((name) => (files[name]?.min ?? 0) > 0)
  return {
    ...fields,
    properties: { ...(fields.properties as object), ...Object.fromEntries(fileFields) },
    required: [...((fields.required as string[]) ?? []), ...required],
  }
}

const errorResponse = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})
