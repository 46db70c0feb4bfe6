import { expect, test } from 'vitest'
import { contextFor } from '../src/server/core/context.ts'
import { foldIfOutdated } from '../src/server/scheduled/fold-again.ts'
import { departmentsApi } from '../src/shared/departments.ts'
import { handoversApi } from '../src/shared/handovers.ts'
import { sopsApi } from '../src/shared/sops.ts'
import { tasksApi } from '../src/shared/tasks.ts'
import { usersApi } from '../src/shared/users.ts'
import { FOLD_VERSION } from '../src/shared/words/fold.ts'
import { putHandover } from './support/handovers.ts'
import { finishJobs } from './support/jobs.ts'
import { putPerson } from './support/people.ts'
import { putSop } from './support/sops.ts'
import { putTask } from './support/tasks.ts'
import { useTestApp } from './support/test-app.ts'

/** Text folded by an earlier version is folded again, once. */

const muster = useTestApp()
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const outdated = () => foldIfOutdated(contextFor(muster.services, null, new Date()))

test('a database of an earlier version is searched by the new rules, and its rows are otherwise as they were', async () => {
  const gita = await muster.as('gita')
  const kitchen = await gita.call(departmentsApi.create, { body: { name: 'غرفة المؤونة' } })
  const { id: personId } = await putPerson(muster.services, { firstName: 'Jörg', lastName: 'Müller' })
  const titles = Array.from({ length: 1_201 }, (_, at) => (at % 2 === 0 ? `Küche ${at}` : `Kitchen ${at}`))
  for (const title of titles.slice(0, 3)) await putTask(muster, { title })
  await query(
    `insert into tasks (title, folded_title, search_text, creator_id, status, priority)
      select title, lower(title), '', $2, 'pending', 'low' from unnest($1::text[]) as title`,
    [titles.slice(3), muster.fixtures.people.gita.id],
  )
  await putSop(muster, { title: 'Pages' })
  await query('delete from jobs')
  await query(`insert into sop_pages (sop_version_id, page, text, words)
    select id, page, 'Seite über Übergaben ' || page, ''::tsvector from sop_versions, generate_series(1, 120) as page
    on conflict (sop_version_id, page) do update set text = excluded.text, words = excluded.words`)
  const [first] = await query('select min(id) as id from tasks')
  await query(
    `insert into comments (task_id, author_id, text, search_text) values ($1, $2, 'Bitte über Nacht lüften', ' bitte')`,
    [first.id, muster.fixtures.people.gita.id],
  )
  await query(`insert into task_steps (task_id, position, text, search_text) values ($1, 1, 'Tür prüfen', ' tur')`, [
    first.id,
  ])
  const { id: handedOver } = await putHandover(muster, { note: 'Zum Übergeben', text: 'Lüftung', next: 'Türen öffnen' })
  // As the earlier version had it.
  const [handover] = await query('select search_text from handovers')
  await query(`update handovers set search_text = ' zum ubergeben'`)
  await query(`update users set folded_name = 'jorg muller' where id = $1`, [personId])
  await query(`update tasks set search_text = ' ' || replace(lower(title), 'ü', 'u')`)
  await query(`update departments set folded_name = 'غرفة الموونة' where id = $1`, [kitchen.id])
  const before = await query('select id, title, updated_at, status from tasks order by id')
  const counts = await query('select sum(tasks) from task_counts')

  await outdated()
  await finishJobs(muster.services)

  const found = async (search: string) => (await gita.call(tasksApi.list, { query: { search } })).total
  expect([await found('kueche'), await found('kuche'), await found('kitchen')]).toEqual([601, 601, 600])
  expect([await found('lueften'), await found('pruefen')]).toEqual([1, 1])
  expect(await gita.call(sopsApi.search, { query: { q: 'uebergaben' } })).not.toEqual([])
  expect(await query(`select count(*)::int from sop_pages where words @@ 'ubergaben & uebergaben'`)).toEqual([
    { count: 120 },
  ])
  expect(await query('select folded_name from users where id = $1', [personId])).toEqual([
    { folded_name: 'jorg muller joerg mueller' },
  ])
  expect(await query('select folded_name from departments where id = $1', [kitchen.id])).toEqual([
    { folded_name: 'غرفه الموونه' },
  ])
  expect(await query('select search_text from handovers')).toEqual([handover])
  const { handovers } = await gita.call(handoversApi.list, { query: { search: 'tueren lueftung' } })
  expect(handovers).toMatchObject([{ items: [{ id: handedOver }] }])
  expect(await query('select id, title, updated_at, status from tasks order by id')).toEqual(before)
  expect(await query('select sum(tasks) from task_counts')).toEqual(counts)
  expect(await query(`select value from settings where name = 'foldVersion'`)).toEqual([{ value: FOLD_VERSION }])
  // Once is enough.
  await outdated()
  expect(await query('select kind from jobs')).toEqual([])
  const people = await gita.call(usersApi.list, {})
  expect(people.map(({ lastName }) => lastName)).toContain('Müller')
})

test('of two departments whose names have become the same, the later one keeps what it has', async () => {
  await query(
    `insert into departments (name, folded_name) values ('Ґанок', 'ґанок'), ('Ганок', 'ганок'), ('Єва', 'єва')`,
  )
  await query(`update settings set value = '1' where name = 'foldVersion'`)
  await outdated()
  await finishJobs(muster.services)
  expect(await query(`select name, folded_name from departments order by id desc limit 3`)).toEqual([
    { name: 'Єва', folded_name: 'ева' },
    { name: 'Ганок', folded_name: 'ганок' },
    { name: 'Ґанок', folded_name: 'ґанок' },
  ])
})

test('a start by a version with older rules leaves it alone', async () => {
  await query('delete from jobs')
  await query(`update settings set value = $1 where name = 'foldVersion'`, [JSON.stringify(FOLD_VERSION + 1)])
  await outdated()
  expect(await query('select kind from jobs')).toEqual([])
})
