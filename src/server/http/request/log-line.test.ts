import pino from 'pino'
import { expect, test } from 'vitest'
import { putSop } from '../../../../test/support/sops.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { buildApp } from '../../app.ts'

const muster = useTestApp()

test('the log line of a request has the id of its person, and none without a session', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const app = await buildApp({ ...muster.services, log })
  const { cookie } = await muster.as('uli')
  const url = '/api/v1/auth/session'
  for (const headers of [{ cookie }, {}]) await app.inject({ method: 'GET', url, headers })
  await app.inject({ method: 'DELETE', url: '/api/v1/tasks/1', headers: { cookie } })
  await app.close()
  const completed = lines.filter(({ msg }) => msg === 'request completed')
  const { id } = muster.fixtures.people.uli
  expect(completed.map(({ userId }) => userId)).toEqual([id, undefined, id])
  expect(completed.map((line) => 'userId' in line)).toEqual([true, false, true])
})

test('an unexpected fault is logged as an error, with the id that its reply names', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const files = { ...muster.services.files, open: () => Promise.reject(new Error('of the inside')) }
  const app = await buildApp({ ...muster.services, log, files })
  const { id } = await putSop(muster)
  const { cookie } = await muster.as('uli')
  const reply = await app.inject({ method: 'GET', url: `/api/v1/sops/${id}/file`, headers: { cookie } })
  await app.close()
  expect([reply.statusCode, reply.body.includes('inside')]).toEqual([500, false])
  expect(lines.filter(({ level }) => level === 50)).toMatchObject([
    { reqId: reply.json().requestId, err: { message: 'of the inside', stack: expect.any(String) } },
  ])
})
