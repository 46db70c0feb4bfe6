import { expect, test } from 'vitest'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { operationsApi } from '../../../shared/operations.ts'

/** The examination in a server that runs. `test/doctor.test.ts` tries its checks one by one. */

const muster = useTestApp()

test('a god reads what the server finds, with its release; everybody who asks soon after reads the same', async () => {
  const gita = await muster.as('gita')
  const first = await gita.call(operationsApi.get, {})
  expect(first.release).toMatch(/^\d+\.\d+\.\d+$/)
  expect(first.startedAt < first.examinedAt).toBe(true)
  const about = (name: string) => first.findings.filter((finding) => finding.about === name)
  expect(about('Database')).toMatchObject([{ level: 'ok', says: expect.stringMatching(/^PostgreSQL \d/) }])
  expect(about('Migrations')).toMatchObject([{ level: 'ok' }])
  expect(about('Background work')).toMatchObject([{ level: 'ok', says: 'Nothing has failed' }])
  expect(about('Backups')).toMatchObject([{ level: 'warning' }])
  const both = await Promise.all([gita.call(operationsApi.get, {}), gita.call(operationsApi.get, {})])
  expect(both).toEqual([first, first])
})

test('nobody below a god reads it', async () => {
  for (const name of ['adam', 'marta', 'uli', 'gus'] as const)
    expect((await (await muster.as(name)).raw({ method: 'GET', url: '/api/v1/operations' })).status).toBe(403)
})
