import { beforeAll, describe, expect, test } from 'vitest'
import { putPerson } from '../../../../test/support/people.ts'
import { inDays, putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { departmentsApi } from '../../../shared/departments.ts'
import { tasksApi } from '../../../shared/tasks.ts'

const muster = useTestApp()

const shelf = {
  towels: { title: 'Fold the towels', description: 'Ångström would be proud', tags: ['Linen', 'guest room'] },
  pump: { title: 'Mend the pool pump (urgent)', department: 'Maintenance', assignee: 'una' },
  sale: { title: 'Sell 50% of the brochures', tags: ['shop_front'] },
  stock: { title: 'Count 500 brochures', description: 'C:\\stock\\list', tags: ['shop front'] },
  beds: { title: 'Make the beds', department: 'Housekeeping', assignee: 'lea', tags: ['crème-brûlée'] },
  straße: { title: 'Straße fegen', assignee: 'milan', status: 'completed' },
  roof: { title: 'Check the roof', department: 'Operations', dueDate: inDays(-1), description: 'ÆTHER № 7' },
} as const
type Name = keyof typeof shelf
const names = {} as Record<number, string>

beforeAll(async () => {
  for (const [name, task] of Object.entries(shelf)) {
    const tags = 'tags' in task ? [...task.tags] : []
    names[(await putTask(muster, { creator: 'nora', ...task, tags })).id] = name
  }
})

const found = async (search: string, who: 'gita' | 'una' = 'gita') => {
  const browser = await muster.as(who)
  const { tasks, total } = await browser.call(tasksApi.list, { query: { search } })
  expect(total).toBe(tasks.length)
  return tasks.map(({ id }) => names[id]).sort()
}
const all = Object.keys(shelf).sort() as Name[]

describe('search', () => {
  test.each<[string, string, Name[]]>([
    ['a title', 'towels', ['towels']],
    ['the middle of a word', 'owel', ['towels']],
    ['a description', 'proud', ['towels']],
    ['a tag', 'linen', ['towels']],
    ['a tag of two words', 'guest room', ['towels']],
    ['an assignee’s first name', 'una', ['pump']],
    ['an assignee’s last name', 'byrne', ['pump']],
    ['an assignee’s full name', 'una byrne', ['pump']],
    ['a full name the other way round', 'Byrne Una', ['pump']],
    ['a department', 'maintenance', ['pump']],
    ['part of a department', 'keep', ['beds']],
    ['the beginning of a department', 'mai', ['pump']],
    ['no few letters within a department', 'pin', []],
    ['whatever its case', 'FOLD The tOwElS', ['towels']],
    ['without the accents typed', 'angstrom', ['towels']],
    ['with accents where there are', 'ångström', ['towels']],
    ['with accents where there are none', 'tówëls', ['towels']],
    ['a name with an accent', 'lea', ['beds']],
    ['a last name with an accent', 'novak', ['straße']],
    ['letters of two', 'strasse', ['straße']],
    ['letters of one', 'STRAẞE', ['straße']],
    ['ligatures', 'aether', ['roof']],
    ['signs that are written-out words', 'no 7', ['roof']],
    ['a word after a bracket', 'urgent', ['pump']],
    ['a bracket', '(urgent)', ['pump']],
    ['a word after a hyphen', 'brulee', ['beds']],
    ['hyphenated words', 'creme-brulee', ['beds']],
    ['a per cent sign itself', '50%', ['sale']],
    ['a per cent sign alone, which begins no word', '%', []],
    ['an underscore itself', 'shop_front', ['sale']],
    ['an underscore alone, which begins no word', '_', []],
    ['a backslash itself', '\\stock', ['stock']],
    ['backslashes alone', '\\\\\\', []],
    ['a quote', "o'", []],
    ['white space around and between', '  fold \t towels \n', ['towels']],
    ['nothing but white space', '  ', all],
    ['nothing', '', all],
    ['what is nowhere', 'submarine', []],
  ])('finds %s: %j', async (_, search, expected) => {
    expect(await found(search)).toEqual(expected)
  })

  test.each<[string, Name[]]>([
    ['f', ['sale', 'stock', 'straße', 'towels']],
    ['fo', ['towels']],
    ['ow', []],
    ['ur', ['pump']],
    ['br', ['beds', 'sale', 'stock']],
    ['by', ['pump']],
    ['yr', []],
    ['ho', ['beds']],
    ['ke', ['beds']],
    ['50', ['sale', 'stock']],
    ['7', ['roof']],
    ['å', ['roof', 'towels']],
  ])('for one or two letters finds only words that begin with them: %s', async (search, expected) => {
    expect(await found(search)).toEqual(expected)
  })

  test.each<[string, Name[]]>([
    ['brochures sell', ['sale']],
    ['brochures', ['sale', 'stock']],
    ['brochures towels', []],
    ['mend una maintenance', ['pump']],
    ['mend una housekeeping', []],
    ['make le', ['beds']],
    ['the the the the the the the the the the the roof', ['roof']],
  ])('needs every word, wherever each is found: %s', async (search, expected) => {
    expect(await found(search)).toEqual(expected)
  })

  test('finds what was changed as it is now, and only that', async () => {
    const gita = await muster.as('gita')
    const { id } = await putTask(muster, { title: 'Sharpen knives', tags: ['kitchen'], assignee: 'gus' })
    const count = async (search: string) => (await gita.call(tasksApi.list, { query: { search } })).total
    const change = { title: 'Sharpen cleavers', tags: ['grill'], assigneeId: muster.fixtures.people.gwen.id }
    await gita.call(tasksApi.update, { params: { id }, body: change })
    await gita.call(tasksApi.update, {
      params: { id },
      body: { description: 'on the whetstone', status: 'in_progress' },
    })
    const counts = await Promise.all(
      ['knives', 'kitchen', 'visser', 'cleavers', 'grill', 'whetstone', 'ito'].map(count),
    )
    expect(counts).toEqual([0, 0, 0, 1, 1, 1, 1])
    await gita.call(tasksApi.remove, { params: { id } })
    expect(await count('cleavers')).toBe(0)
  })

  test('finds only what one may see', async () => {
    expect(await found('the', 'una')).toEqual(['pump'])
    expect(await found('housekeeping', 'una')).toEqual([])
  })

  test('narrows the columns of the board and their totals', async () => {
    const board = await (await muster.as('gita')).call(tasksApi.board, { query: { search: 'che' } })
    expect([board.pending.total, board.overdue.total]).toEqual([0, 1])
    expect(board.overdue.tasks.map(({ id }) => names[id])).toEqual(['roof'])
  })
})

describe('in other languages', () => {
  const titles = [
    'Jörg Müller anrufen',
    'Mueller-Koffer holen',
    'Iğdır valizi',
    'Під’їзд прибрати',
    'غُرفة ١٢ أُنجزت',
    'Łazienka',
  ]
  beforeAll(async () => {
    for (const title of titles) await putTask(muster, { title, creator: 'nora' })
    const gita = await muster.as('gita')
    const kitchen = await gita.call(departmentsApi.create, { body: { name: 'Großküche' } })
    const person = await putPerson(muster.services, { firstName: 'Ülkü', lastName: 'Öztürk' })
    const body = { title: 'By name', departmentId: kitchen.id, assigneeId: person.id }
    await gita.call(tasksApi.create, { body })
  })

  test.each<[string, string[]]>([
    ['müller', ['Jörg Müller anrufen', 'Mueller-Koffer holen']],
    ['mueller', ['Jörg Müller anrufen', 'Mueller-Koffer holen']],
    ['muller', ['Jörg Müller anrufen']],
    ['joerg mueller', ['Jörg Müller anrufen']],
    ['mü', ['Jörg Müller anrufen', 'Mueller-Koffer holen']],
    ['ığdır', ['Iğdır valizi']],
    ['IGDIR', ['Iğdır valizi']],
    ['İğdir', ['Iğdır valizi']],
    ["під'їзд", ['Під’їзд прибрати']],
    ['підізд', ['Під’їзд прибрати']],
    ['غرفه 12', ['غُرفة ١٢ أُنجزت']],
    ['انجزت', ['غُرفة ١٢ أُنجزت']],
    ['ŁAZIENKA', ['Łazienka']],
    ['lazienka', ['Łazienka']],
    ['grosskueche', ['By name']],
    ['grosskuche', ['By name']],
    ['GROẞKÜCHE', ['By name']],
    ['uelkue oeztuerk', ['By name']],
    ['ulku', ['By name']],
  ])('%s finds %j', async (search, expected) => {
    const { tasks } = await (await muster.as('gita')).call(tasksApi.list, { query: { search } })
    expect(tasks.map(({ title }) => title).sort()).toEqual(expected.sort())
  })
})
