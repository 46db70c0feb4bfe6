import { beforeEach, describe, expect, test } from 'vitest'
import { untilBlocked } from '../../../../test/support/locks.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { putPlace, putProblem } from '../../../../test/support/problems.ts'
import { clearTasks, inDays, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { departmentsApi } from '../../../shared/departments.ts'
import { MAX_PLACES, MAX_PLACES_PER_CALL, placesApi } from '../../../shared/places.ts'
import { dateOf } from '../../../shared/time/time.ts'
import { CREATING_LOCK } from './create-many.ts'

const muster = useTestApp()
const query = (text: string) => muster.services.database.pool.query(text)
const departmentOf = (name: 'Housekeeping' | 'Maintenance' | 'Operations') => muster.fixtures.departments[name]

beforeEach(async () => {
  await clearTasks(muster)
  await query('delete from places')
})

describe('places', () => {
  const create = async (name: PersonName, body: { name: string; departmentId?: number | null }) =>
    (await muster.as(name)).call(placesApi.create, { body })

  test('get a code of their own, and are listed by name for everybody from the role user on', async () => {
    const pool = await create('marta', { name: ' pool ', departmentId: departmentOf('Housekeeping') })
    const boiler = await create('gita', { name: 'Boiler', departmentId: departmentOf('Maintenance') })
    const attic = await create('marta', { name: 'Attic' })
    expect(pool).toMatchObject({ name: 'pool', departmentId: departmentOf('Housekeeping') })
    expect(attic.departmentId).toBeNull()
    for (const { code } of [pool, boiler, attic]) expect(code).toMatch(/^[A-Za-z0-9_-]{10}$/)
    expect(new Set([pool.code, boiler.code, attic.code]).size).toBe(3)
    expect(await (await muster.as('una')).call(placesApi.list, {})).toEqual({ places: [attic, boiler, pool] })
  })

  test('are changed, and keep their code', async () => {
    const place = await create('marta', { name: 'Attic' })
    const marta = await muster.as('marta')
    const body = { name: 'Loft', departmentId: departmentOf('Housekeeping') }
    const changed = await marta.call(placesApi.update, { params: { id: place.id }, body })
    expect(changed).toEqual({ ...place, ...body })
    expect(await marta.call(placesApi.update, { params: { id: place.id }, body: {} })).toEqual(changed)
    await marta.call(placesApi.remove, { params: { id: place.id } })
    expect((await marta.call(placesApi.list, {})).places).toEqual([])
  })

  test('go to no department that their manager does not manage, and to none that does not exist', async () => {
    const { id } = await create('marta', { name: 'Attic' })
    const moveTo = async (name: PersonName, departmentId: number) =>
      (await muster.as(name)).call(placesApi.update, { params: { id }, body: { departmentId } })
    expect(await httpErrorOf(moveTo('marta', departmentOf('Maintenance')))).toMatchObject({ status: 403 })
    expect(await httpErrorOf(moveTo('gita', 999_999))).toMatchObject({ status: 400 })
    expect(await httpErrorOf(create('gita', { name: 'Attic', departmentId: 999_999 }))).toMatchObject({ status: 400 })
    expect(await moveTo('gita', departmentOf('Maintenance'))).toMatchObject({ name: 'Attic' })
  })

  test('are so many at most', async () => {
    await query(
      `insert into places (name, code) select 'Room ' || at, 'code-' || at from generate_series(1, ${MAX_PLACES}) as at`,
    )
    expect(await httpErrorOf(create('gita', { name: 'One more' }))).toMatchObject({
      ...{ status: 409, reply: { code: 'too_many_places' } },
    })
  })

  describe('at once', () => {
    const createMany = async (name: PersonName, list: { name: string; departmentId?: number | null }[]) =>
      (await muster.as(name)).call(placesApi.createMany, { body: { places: list } })
    const rooms = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ name: `${from + at}` }))
    const listed = async () => (await (await muster.as('uli')).call(placesApi.list, {})).places

    test('are created in a few statements, each with a code and an entry in the audit log', async () => {
      const { ids } = await createMany('marta', [
        ...rooms(101, 60),
        { name: ' Pool ', departmentId: departmentOf('Housekeeping') },
      ])
      const all = await listed()
      expect([ids.length, all.length, new Set(all.map(({ code }) => code)).size]).toEqual([61, 61, 61])
      expect(all.find(({ name }) => name === 'Pool')).toMatchObject({ departmentId: departmentOf('Housekeeping') })
      const { rows } = await query(
        `select count(*)::int from audit_logs where action = 'place.create' and resource_id = any('{${ids.join()}}')`,
      )
      expect(rows[0].count).toBe(61)
    })

    test('are refused one by one: names twice, departments that do not exist; then none is created', async () => {
      await create('gita', { name: 'Café' })
      const list = [
        ...[{ name: 'CAFE' }, { name: '101' }, { name: '١٠١' }, { name: 'Pool', departmentId: 999_999 }],
        ...[{ name: ' ' }, { name: 'Spa' }],
      ]
      const bad = await httpErrorOf(createMany('gita', list))
      expect([bad.status, bad.reply?.issues?.map(({ path }) => path)]).toEqual([400, ['places.4.name']])
      const refused = await httpErrorOf(createMany('gita', list.toSpliced(4, 1)))
      expect(refused.reply?.issues?.map(({ path, message }) => [path, message])).toEqual([
        ['places.0.name', 'There is a place with this name already'],
        ['places.2.name', 'Another place of this list has this name'],
        ['places.3.departmentId', 'There is no such department'],
      ])
      expect(await listed()).toHaveLength(1)
    })

    test('go to no department that their manager does not manage, and are so many at most', async () => {
      const elsewhere = [{ name: 'Attic' }, { name: 'Boiler', departmentId: departmentOf('Maintenance') }]
      expect((await httpErrorOf(createMany('marta', elsewhere))).status).toBe(403)
      expect((await httpErrorOf(createMany('gita', rooms(1, MAX_PLACES_PER_CALL + 1)))).status).toBe(400)
      expect((await httpErrorOf(createMany('gita', []))).status).toBe(400)
      await query(
        `insert into places (name, code) select 'Hut ' || at, 'code-' || at from generate_series(1, ${MAX_PLACES - 2}) as at`,
      )
      expect((await httpErrorOf(createMany('gita', rooms(1, 3)))).reply?.code).toBe('too_many_places')
      expect((await createMany('gita', rooms(1, 2))).ids).toHaveLength(2)
    })

    test('have each name once, also when somebody else pastes the same list at the same moment', async () => {
      const other = await muster.services.database.pool.connect()
      await other.query(`begin; select pg_advisory_xact_lock(${CREATING_LOCK})`)
      await other.query(`insert into places (name, code) values ('20', 'code-20')`)
      const refusal = httpErrorOf(createMany('adam', rooms(20, 20)))
      await untilBlocked(muster.services.database)
      await other.query('commit')
      other.release()
      expect((await refusal).reply?.issues?.map(({ path }) => path)).toEqual(['places.0.name'])
      expect(await listed()).toHaveLength(1)
    })
  })

  test('keep their department from being deleted', async () => {
    const gita = await muster.as('gita')
    const { id } = await gita.call(departmentsApi.create, { body: { name: 'Spa' } })
    await create('gita', { name: 'Sauna', departmentId: id })
    expect(await gita.call(departmentsApi.empty, {})).not.toContain(id)
    const error = await httpErrorOf(gita.call(departmentsApi.remove, { params: { id } }))
    expect(error).toMatchObject({
      status: 409,
      reply: { message: 'Spa cannot be deleted. It still has: 1 place' },
    })
    const many = gita.call(departmentsApi.updateMany, { body: { remove: [id] } })
    expect(await httpErrorOf(many)).toMatchObject({ status: 409 })
  })
})

describe('a sign', () => {
  const open = async (name: PersonName, code: string) =>
    (await muster.as(name)).call(placesApi.byCode, { params: { code } })

  test('leads to its place and the open tasks there that one may see, newest first', async () => {
    const place = await putPlace(muster, { name: 'Room 204' })
    const at = (fields: Parameters<typeof putTask>[1]) => putProblem(muster, { place: 'room 204', ...fields })
    const older = await at({ createdAt: inDays(-1) })
    const newer = await putTask(muster, { place: 'ROOM 204', department: 'Housekeeping', status: 'in_progress' })
    const other = await at({ department: 'Maintenance' })
    const own = await at({ department: 'Maintenance', creator: 'uli', createdAt: inDays(-2) })
    await at({ status: 'completed' })
    await at({ deletedAt: inDays(0) })
    await at({ outcome: 'missed', closedAt: inDays(0) })
    await at({ place: 'Room 2041' })
    const found = await open('uli', place.code)
    expect(found.place).toEqual(place)
    expect(found.tasks.map(({ id }) => id)).toEqual([newer.id, older.id, own.id])
    expect((await open('una', place.code)).tasks.map(({ id }) => id)).toEqual([other.id, own.id])
    expect((await open('marta', place.code)).tasks).toHaveLength(4)
  })

  test('shows fifty tasks at most', async () => {
    const { code } = await putPlace(muster, { name: 'Hall' })
    for (let at = 0; at < 52; at += 1) await putTask(muster, { place: 'Hall', department: 'Housekeeping' })
    expect((await open('uli', code)).tasks).toHaveLength(50)
  })

  test('of a place that is gone leads nowhere', async () => {
    const { code } = await putPlace(muster)
    await query('delete from places')
    expect(await httpErrorOf(open('uli', code))).toMatchObject({ status: 404 })
    expect(await httpErrorOf(open('uli', '../../etc'))).toMatchObject({ status: 404 })
  })
})

describe('the history of a place', () => {
  const open = async (name: PersonName, code: string, before?: number) =>
    (await muster.as(name)).call(placesApi.history, { params: { code }, query: { before } })
  const later = (iso: string, minutes: number) => new Date(Date.parse(iso) + minutes * 60_000).toISOString()

  test('has what was reported and done there, whoever did it, and how long it took', async () => {
    const place = await putPlace(muster, { name: 'Room 214' })
    const at = (days: number, minutes: number | null) => {
      const createdAt = inDays(-days)
      const done = minutes === null ? {} : { status: 'completed' as const, completedAt: later(createdAt, minutes) }
      return putProblem(muster, { place: 'room 214', createdAt, takenAt: later(createdAt, 5), ...done })
    }
    const newest = await at(0, null)
    const middle = await at(1, 30)
    const oldest = await at(2, 90)
    const before = await at(800, 20)
    const task = await putTask(muster, { place: 'Room 214', department: 'Maintenance', createdAt: inDays(-3) })
    await putProblem(muster, { place: 'Room 2141' })
    await putProblem(muster, { place: 'Room 214', deletedAt: inDays(0) })
    const { problems, months, tasks, next } = await open('marta', place.code)
    expect(tasks.map(({ id }) => id)).toEqual([newest.id, middle.id, oldest.id, task.id, before.id])
    expect(next).toBeNull()
    expect(problems).toEqual({ reported: 3, done: 2, minutesToTaken: 5, minutesToDone: 60 })
    expect(months).toHaveLength(12)
    expect(months.reduce((sum, { reported }) => sum + reported, 0)).toBe(3)
    expect(months.at(-1)?.month).toBe(dateOf(Date.now(), muster.services.config.timeZone).slice(0, 7))
  })

  test('has pages, and is for managers alone', async () => {
    const { code } = await putPlace(muster, { name: 'Hall' })
    for (let at = 0; at < 32; at += 1) await putProblem(muster, { place: 'Hall', createdAt: inDays(-at) })
    const first = await open('marta', code)
    expect(first.tasks).toHaveLength(30)
    const rest = await open('marta', code, first.next ?? 0)
    expect(rest.tasks).toHaveLength(2)
    expect(rest.next).toBeNull()
    expect(new Set([...first.tasks, ...rest.tasks].map(({ id }) => id)).size).toBe(32)
    expect(await httpErrorOf(open('uli', code))).toMatchObject({ status: 403 })
    expect(await httpErrorOf(open('marta', 'unknown-code'))).toMatchObject({ status: 404 })
  })
})

describe('suggestions', () => {
  const names = async (name: PersonName) => (await (await muster.as(name)).call(placesApi.typed, {})).names

  test('are the places of problems, most used first, and those with signs, each once', async () => {
    await putPlace(muster, { name: 'Wäscherei' })
    await putPlace(muster, { name: 'Attic' })
    for (const place of ['WASCHEREI', 'Pool', 'pool', 'pool', 'Hall', null]) await putProblem(muster, { place })
    await putTask(muster, { place: 'Cellar', department: 'Housekeeping' })
    await putProblem(muster, { place: 'Roof', deletedAt: inDays(0) })
    await putProblem(muster, { place: 'Garage', status: 'completed' })
    expect(await names('uli')).toEqual(['pool', 'Wäscherei', 'Garage', 'Hall', 'Attic'])
  })

  test('leave out what strangers in other departments have typed', async () => {
    await putProblem(muster, { place: 'Boiler', department: 'Maintenance' })
    await putProblem(muster, { place: 'Spa', department: 'Maintenance', creator: 'uli' })
    await putProblem(muster, { place: 'Pool' })
    expect((await names('uli')).sort()).toEqual(['Pool', 'Spa'])
    expect((await names('una')).sort()).toEqual(['Boiler', 'Spa'])
    expect((await names('nora')).sort()).toEqual(['Boiler', 'Pool', 'Spa'])
  })
})
