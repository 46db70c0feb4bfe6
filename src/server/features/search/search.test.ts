import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { putHandover } from '../../../../test/support/handovers.ts'
import { finishJobs } from '../../../../test/support/jobs.ts'
import { pdfOf } from '../../../../test/support/pdfs.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { putReminder } from '../../../../test/support/reminders.ts'
import { putSop } from '../../../../test/support/sops.ts'
import { putProject, putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { placesApi } from '../../../shared/places.ts'
import { MAX_FOUND, searchApi } from '../../../shared/search.ts'
import { nameMatcher } from '../../../shared/words/name-match.ts'

const muster = useTestApp()
const search = async (q: string, name: PersonName = 'gita') =>
  (await muster.as(name)).call(searchApi.everything, { query: { q } })

/** The finds, as `kind name`. */
async function found(q: string, name?: PersonName) {
  const { tasks, sops, pages, projects, people, reminders } = await search(q, name)
  return [
    ...tasks.map(({ title }) => `task ${title}`),
    ...sops.map(({ title }) => `sop ${title}`),
    ...pages.map(({ title, page }) => `page ${title} ${page}`),
    ...projects.map((project) => `project ${project.name}`),
    ...people.map(({ firstName }) => `person ${firstName}`),
    ...reminders.map(({ title }) => `reminder ${title}`),
  ]
}

beforeAll(async () => {
  for (const department of ['Housekeeping', 'Maintenance'] as const) {
    const name = `Sauna ${department}`
    await putTask(muster, { title: name, department })
    await putProject(muster, name, department)
    await putReminder(muster, { title: name, department })
    await putSop(muster, {
      title: name,
      department,
      content: pdfOf({ pages: ['Nothing', 'Steam and birch'] }),
      pages: 2,
    })
  }
  await putTask(muster, { title: 'Carry birch', department: 'Maintenance', assignee: 'uli' })
  await putReminder(muster, { title: 'Birch for Una', user: 'una', creator: 'milan' })
})
// The texts of the documents.
beforeEach(() => finishJobs(muster.services))

describe('everything that matches is found, and only what the person may see', () => {
  const house = ['task', 'project', 'reminder'].map((kind) => `${kind} Sauna Housekeeping`)
  const other = ['task', 'project', 'reminder'].map((kind) => `${kind} Sauna Maintenance`)
  const sops = ['sop Sauna Housekeeping', 'sop Sauna Maintenance']

  test.each<[PersonName, string[]]>([
    ['gus', house],
    ['uli', [...house, sops[0] as string]],
    // Another department's reminders are visible to it and to administrators.
    ['marta', [...house, ...other.slice(0, 2), ...sops]],
    ['adam', [...house, ...other, ...sops]],
    ['gita', [...house, ...other, ...sops]],
    ['gwen', other],
  ])('by %s', async (name, expected) => {
    expect((await found('sauna', name)).sort()).toEqual([...expected].sort())
  })

  test.each<[PersonName, string[]]>([
    ['gus', []],
    ['uli', ['task Carry birch', 'page Sauna Housekeeping 2']],
    ['una', ['task Carry birch', 'page Sauna Maintenance 2', 'reminder Birch for Una']],
    ['marta', ['task Carry birch', 'page Sauna Housekeeping 2', 'page Sauna Maintenance 2']],
  ])('in texts and personal reminders, by %s', async (name, expected) => {
    expect((await found('birch', name)).sort()).toEqual([...expected].sort())
  })

  test.each<[PersonName, string[]]>([
    // Of their own department, for those who may know who is on duty there.
    ['gus', []],
    ['una', []],
    ['uli', ['person Léa']],
    ['marta', ['person Léa']],
    ['adam', ['person Léa']],
  ])('people, by %s', async (name, expected) => {
    expect((await found('lea kern', name)).filter((each) => each.startsWith('person'))).toEqual(expected)
  })
})

test('words of one letter are not searched for on pages', async () => {
  const pages = async (q: string) => (await search(q, 'marta')).pages.length
  expect(await pages('s b')).toBe(0)
  expect(await pages('steam b')).toBe(await pages('steam'))
})

test('handovers are found by what they say, and places by their name', async () => {
  await putHandover(muster, { text: 'The tap of 1412 drips', note: null })
  await (await muster.as('adam')).call(placesApi.create, { body: { name: 'Suite 1412' } })
  for (const name of ['uli', 'marta'] as const) {
    const { handovers, places } = await search('1412', name)
    expect(handovers).toMatchObject([{ text: 'The tap of 1412 drips', department: { name: 'Housekeeping' } }])
    expect(places).toMatchObject([{ name: 'Suite 1412', code: expect.stringMatching(/^[\w-]{10}$/), department: null }])
  }
  // Of another department, and without the permission.
  expect(await search('1412', 'una')).toMatchObject({ handovers: [], places: [{ name: 'Suite 1412' }] })
  expect(await search('1412', 'gus')).toMatchObject({ handovers: [], places: [] })
})

test('a reply carries what a row of each kind needs', async () => {
  expect(await search('sauna house', 'marta')).toMatchObject({
    tasks: [{ title: 'Sauna Housekeeping', department: { name: 'Housekeeping' } }],
    sops: [{ department: { name: 'Housekeeping' } }],
    projects: [{ name: 'Sauna Housekeeping', department: { name: 'Housekeeping' } }],
    reminders: [{ isActive: true, nextRun: expect.stringMatching(/^\d{4}-.*Z$/) }],
  })
  const { pages } = await search('steam', 'marta')
  expect(pages[0]).toMatchObject({ page: 2, excerpt: [{ text: 'Steam', isHit: true }, expect.anything()] })
})

test('the best come first: the beginning of the title, then of its words, then the rest, and completed tasks behind open ones', async () => {
  const titles = ['Fill the kettle', 'Kettles to the spa', 'Old teakettle', 'Kettle gone']
  for (const title of titles)
    await putTask(muster, { title, ...(title === 'Kettle gone' && { status: 'completed' as const }) })
  await putTask(muster, { title: 'Breakfast', description: 'With kettle' })
  const tasks = (await search('kettle')).tasks.map(({ title }) => title)
  expect(tasks).toEqual(['Kettles to the spa', 'Kettle gone', 'Fill the kettle', 'Old teakettle', 'Breakfast'])
})

test('of each kind only a few are found', async () => {
  for (let count = 0; count <= MAX_FOUND.tasks; count += 1) {
    await putTask(muster, { title: `Awning ${count}` })
    await putProject(muster, `Awning ${count}`)
    await putReminder(muster, { title: `Awning ${count}` })
  }
  const { tasks, projects, reminders } = await search('awning')
  expect([tasks.length, projects.length, reminders.length]).toEqual([
    MAX_FOUND.tasks,
    MAX_FOUND.projects,
    MAX_FOUND.reminders,
  ])
})

test.each(['', '   ', '?!', '%', "'", '\\', 'ﷺ'.repeat(200)])(
  'for %j nothing is found, and nothing fails',
  async (q) => {
    expect(await found(q)).toEqual([])
  },
)

test.each([
  ['mueller', 'Müller & Sons', 1],
  ['SONS', 'Müller & Sons', 1],
  ['sons mull', 'Müller & Sons', 1],
  ['ons', 'Müller & Sons', 2],
  ['sons x', 'Müller & Sons', 3],
  ['', 'Müller', 3],
])('%j matches %j as well as %d', (typed, name, rank) => {
  expect(nameMatcher(typed)(name)).toBe(rank)
})
