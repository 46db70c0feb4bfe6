import { beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../../../../test/support/people.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { api } from '../../../shared/api.ts'
import { API_PREFIX } from '../../../shared/api-prefix.ts'

/** The two documents at `/api/docs`, as far as generators of clients rely on them. */

const muster = useTestApp()

interface Schema {
  type?: string
  anyOf?: Schema[]
  $ref?: string
  properties?: Record<string, Schema>
}
interface Operation {
  operationId: string
  tags: string[]
  security: object[]
  parameters: { name: string; in: string; schema: Schema }[]
  responses: Record<string, { $ref?: string; headers?: Record<string, unknown>; content?: object }>
}
interface Document {
  info: object
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, { headers?: object }>; securitySchemes: Record<string, object> }
}
let document: Document
let operations: Operation[]
const docs = async (name: string) => JSON.parse((await muster.app.inject(`/api/docs/${name}`)).body)

beforeAll(async () => {
  document = await docs('openapi.json')
  operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
})

test('says that it is under the MIT licence, and what each tag is about', () => {
  expect(document.info).toMatchObject({ title: 'Muster', license: { name: 'MIT', identifier: 'MIT' } })
  expect(document.tags.map(({ name }) => name)).toEqual(Object.keys(api))
  for (const { description } of document.tags) expect(description).toMatch(/\w/)
  for (const { tags, operationId } of operations) expect(tags).toEqual([operationId.split('.')[0]])
})

test('has the ids of paths and queries as the numbers that they are in replies', () => {
  const parameters = operations.flatMap(({ operationId, parameters }) =>
    parameters.map(({ name, schema }) => ({ at: `${operationId} ${name}`, name, schema })),
  )
  const numbers = parameters.filter(({ name }) => /^(id|department|departmentId|projectId|limit|offset)$/.test(name))
  expect(numbers.length).toBeGreaterThan(40)
  // A filter may also take `none`.
  const isNumber = ({ type, anyOf = [] }: Schema) => [type, ...anyOf.map(({ type }) => type)].includes('integer')
  const others = numbers.filter(({ schema }) => !isNumber(schema)).map(({ at }) => at)
  // People and photos have UUIDs, and sign-in sessions hashes.
  const people = /^(users\.\w+|clock\.person|clock\.add|workContracts\.(list|create)|auth\.endSession|photos\.\w+) id$/
  expect(others.filter((at) => !people.test(at))).toEqual([])
  expect(numbers.find(({ at }) => at === 'tasks.get id')?.schema).toEqual({
    ...{ type: 'integer', exclusiveMinimum: 0, maximum: 2_147_483_647 },
  })
})

test('says which calls need the session, and which replies set or clear its cookie', async () => {
  const scheme = { type: 'apiKey', in: 'cookie', name: 'muster.sid' }
  expect(document.components.securitySchemes).toEqual({
    session: scheme,
    token: { type: 'http', scheme: 'bearer', description: expect.any(String) },
    kiosk: { ...scheme, name: 'muster.kiosk' },
    pass: { type: 'http', scheme: 'bearer', description: expect.any(String) },
  })
  const open = operations.filter(({ security }) => security.length === 0).map(({ operationId }) => operationId)
  expect(open.sort()).toEqual([
    ...['auth.accept', 'auth.forgot', 'auth.invitation', 'auth.login', 'auth.logout', 'auth.reset'],
    ...['kiosk.setUp', 'organisation.get'],
    ...['passkeys.askForSecondStep', 'passkeys.askToSignIn', 'passkeys.secondStep', 'passkeys.signIn'],
    ...['provider.accept', 'provider.confirm'],
    'secondStep.signIn',
  ])
  const withCookie = operations.filter(({ responses }) =>
    Object.values(responses).some(({ headers }) => headers?.['Set-Cookie']),
  )
  expect(withCookie.map(({ operationId }) => operationId)).toEqual([
    ...['auth.login', 'auth.logout', 'auth.accept', 'secondStep.signIn', 'provider.confirm'],
    ...['passkeys.signIn', 'passkeys.secondStep', 'kiosks.create'],
  ])
  const payload = { email: 'uli@hotel.example', password: PASSWORD }
  const login = await muster.app.inject({ method: 'POST', url: `${API_PREFIX}/auth/login`, payload })
  const session = String(login.headers['set-cookie']).match(/muster\.sid=[^;]+/)?.[0]
  const headers = { cookie: session ?? '' }
  const logout = await muster.app.inject({ method: 'POST', url: `${API_PREFIX}/auth/logout`, headers })
  expect(logout.headers['set-cookie']).toContain('muster.sid=;')
})

test('says which scope a token needs, and what no token may call', () => {
  const token = (id: string) =>
    operations.find(({ operationId }) => operationId === id)?.security.find((each) => 'token' in each)
  expect(token('tasks.create')).toEqual({ token: ['task:create'] })
  expect(token('auth.session')).toEqual({ token: [] })
  for (const id of ['tokens.list', 'auth.sessions', 'users.create', 'push.subscribe', 'calendar.renew'])
    expect(token(id), id).toBeUndefined()
})

test('has the same error replies in every call', () => {
  for (const { operationId, responses } of operations) {
    for (const status of [400, 401, 403, 404, 409, 413, 415, 429, 500, 503])
      expect(responses[status]?.$ref, operationId).toBe(`#/components/responses/Error${status}`)
  }
  expect(document.components.responses.Error429?.headers).toHaveProperty('Retry-After')
  expect(document.components.responses.Error503?.headers).toHaveProperty('Retry-After')
})

test('has no reference to a missing part', async () => {
  for (const name of ['openapi.json', 'asyncapi.json']) {
    const whole = await docs(name)
    const refs = [...JSON.stringify(whole).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path as string)
    expect(refs.length).toBeGreaterThan(10)
    for (const ref of refs)
      expect(
        ref.split('/').reduce((at, part) => at?.[part], whole),
        `${name} ${ref}`,
      ).toBeDefined()
  }
})

test('the live connection is described by the schemas of its messages', async () => {
  const { asyncapi, channels, operations, components } = await docs('asyncapi.json')
  expect(asyncapi).toBe('3.0.0')
  expect(channels.live.address).toBe('/ws')
  const namesOf = ({ messages }: { messages: { $ref: string }[] }) => messages.map(({ $ref }) => $ref.split('/').pop())
  expect(namesOf(operations.hear)).toEqual(['auth', 'ping', 'shown'])
  expect(namesOf(operations.tell)).toEqual([
    'auth_success',
    'pong',
    'notification',
    'change',
    'position',
    'progress',
    'stale',
  ])
  for (const [name, { payload }] of Object.entries<{ payload: Schema }>(components.messages))
    expect(payload.properties?.type).toMatchObject({ const: name })
})
