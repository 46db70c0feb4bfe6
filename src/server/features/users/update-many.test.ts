import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { putPerson } from '../../../../test/support/people.ts'
import { putRoutine } from '../../../../test/support/routines.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { tokensApi } from '../../../shared/tokens.ts'
import { MAX_PEOPLE_PER_CHANGE, usersApi } from '../../../shared/users.ts'

const muster = useTestApp()
const query = (text: string) => muster.services.database.pool.query(text)
const departmentOf = (name: 'Housekeeping' | 'Maintenance' | 'Operations') => muster.fixtures.departments[name]
type Changes = {
  departmentId?: number | null
  role?: 'user' | 'guest' | 'manager' | 'admin' | 'god'
  isActive?: boolean
}

const change = async (name: 'adam' | 'gita' | 'marta', userIds: string[], changes: Changes) =>
  (await muster.as(name)).call(usersApi.updateMany, { body: { userIds, changes } })
const people = (count: number, fields: Parameters<typeof putPerson>[1] = {}) =>
  Promise.all(Array.from({ length: count }, () => putPerson(muster.services, fields)))
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)
const rowsOf = async (ids: string[], column: string) =>
  (await query(`select ${column} as value from users where id = any('{${ids.join()}}') order by id`)).rows.map(
    ({ value }) => value,
  )

describe('many people', () => {
  test('move to another department, each with an entry in the audit log; those who are there already do not count', async () => {
    const list = await people(60, { departmentId: departmentOf('Operations') })
    const there = await putPerson(muster.services, { departmentId: departmentOf('Maintenance') })
    const ids = [...idsOf(list), there.id]
    expect(await change('adam', ids, { departmentId: departmentOf('Maintenance') })).toEqual({ changed: 60 })
    expect(new Set(await rowsOf(ids, 'department_id'))).toEqual(new Set([departmentOf('Maintenance')]))
    const { rows } = await query(
      `select count(*)::int from audit_logs where action = 'user.update' and resource_id = any('{${ids.join()}}')`,
    )
    expect(rows[0].count).toBe(60)
  })

  test('cost no more statements than few', async () => {
    const statementsFor = async (count: number) => {
      const ids = idsOf(await people(count, { departmentId: departmentOf('Operations'), role: 'manager' }))
      const statements = vi.spyOn(pg.Client.prototype, 'query')
      await change('gita', ids, { departmentId: departmentOf('Maintenance'), role: 'user', isActive: false })
      const texts = statements.mock.calls.map(([statement]) =>
        String((statement as { text?: string }).text ?? statement),
      )
      statements.mockRestore()
      return texts.filter((text) =>
        /from "?(users|sessions|routines|webhooks|kiosks|api_tokens)|update |insert /.test(text),
      ).length
    }
    await change('gita', idsOf(await people(1)), { isActive: false })
    const few = await statementsFor(2)
    expect(few).toBeGreaterThan(5)
    expect(await statementsFor(40)).toBeLessThanOrEqual(few)
  })

  test('change all or none', async () => {
    const [one, two] = await people(2)
    const ids = idsOf([one, two] as { id: string }[])
    const admin = await putPerson(muster.services, { role: 'admin' })
    const statusOf = async (call: Promise<unknown>) => (await httpErrorOf(call)).status
    expect(await statusOf(change('adam', [...ids, admin.id], { isActive: false }))).toBe(403)
    const missing = '01977000-0000-7000-8000-000000000000'
    expect(await statusOf(change('adam', [...ids, missing], { isActive: false }))).toBe(404)
    expect(await statusOf(change('adam', ids, { departmentId: 999_999 }))).toBe(400)
    expect(await statusOf(change('adam', ids, { role: 'god' }))).toBe(403)
    expect(await statusOf(change('marta', ids, { isActive: false }))).toBe(403)
    const own = muster.fixtures.people.gita.id
    expect(await statusOf(change('gita', [...ids, own], { role: 'user' }))).toBe(403)
    expect(await statusOf(change('gita', [...ids, own], { isActive: false }))).toBe(403)
    const tooMany = Array.from({ length: MAX_PEOPLE_PER_CHANGE + 1 }, () => missing)
    expect(await statusOf(change('adam', tooMany, { isActive: false }))).toBe(400)
    expect(await rowsOf(ids, 'is_active')).toEqual([true, true])
  })

  test('lose their sessions, routines and running clock with the account, at once', async () => {
    await clearSessions(muster, 'uli')
    const { id: sessionId } = await putSession(muster, 'uli', new Date(Date.now() - 3_600_000).toISOString(), null)
    const routine = await putRoutine(muster, { assignee: 'uli' })
    const uli = await muster.as('uli')
    const { id } = muster.fixtures.people.uli
    const [other] = await people(1)
    expect(await change('gita', [id, other?.id ?? ''], { isActive: false })).toEqual({ changed: 2 })
    expect((await httpErrorOf(uli.call(authApi.session, {}))).status).toBe(401)
    const { rows } = await query(`select end_time from clock_sessions where id = ${sessionId}`)
    expect(rows[0].end_time).not.toBeNull()
    const { rows: routines } = await query(`select assignee_id from routines where id = ${routine.id}`)
    expect(routines[0].assignee_id).toBeNull()
    await change('gita', [id], { isActive: true })
  })

  test('lose tokens with a lower role, and only those who had some are told', async () => {
    const { id } = muster.fixtures.people.marta
    const marta = await muster.as('marta')
    await marta.call(tokensApi.create, { body: { name: 'Door', scopes: ['task:read'], expire: null } })
    const [other] = await people(1, { role: 'manager' })
    expect(await change('gita', [id, other?.id ?? ''], { role: 'user' })).toEqual({ changed: 2 })
    const { rows } = await query(`select count(*)::int from api_tokens where user_id = '${id}'`)
    expect(rows[0].count).toBe(0)
    const { rows: told } = await query(`select user_id from notifications where kind = 'programs-ended'`)
    expect(told.map(({ user_id }) => user_id)).toEqual([id])
    await change('gita', [id], { role: 'manager' })
  })
})

describe('another role, or a way in,', () => {
  test('needs a recent proof, and another department does not', async () => {
    const [one] = idsOf(await people(1))
    const [closed] = idsOf(await people(1, { role: 'manager', isActive: false }))
    const codeOf = async (changes: Changes, id = one) =>
      (await httpErrorOf(change('gita', [id ?? ''], changes))).reply?.code
    await query(`update sessions set sess = (sess::jsonb || '{"provedAt":"2026-01-01T00:00:00.000Z"}')::json`)
    expect(await codeOf({ role: 'manager' })).toBe('proof_needed')
    expect(await codeOf({ isActive: true }, closed)).toBe('proof_needed')
    expect(await change('gita', [one ?? ''], { departmentId: departmentOf('Maintenance') })).toEqual({ changed: 1 })
  })
})
