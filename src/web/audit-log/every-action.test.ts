import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { I18nProvider } from '@lingui/react'
import { getTableColumns } from 'drizzle-orm'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { readerOf } from '../../../test/support/readers.ts'
import { type Audited, auditConfigOf } from '../../server/core/write/audit-config.ts'
import { absences } from '../../server/db/tables/absences.ts'
import { clockSessions } from '../../server/db/tables/clock.ts'
import { comments } from '../../server/db/tables/comments.ts'
import { departments } from '../../server/db/tables/departments.ts'
import { feedback } from '../../server/db/tables/feedback.ts'
import { handoverItems, handovers } from '../../server/db/tables/handovers.ts'
import { holidays } from '../../server/db/tables/holidays.ts'
import { hoursAnswers, hoursApprovals } from '../../server/db/tables/hours.ts'
import { kiosks } from '../../server/db/tables/kiosks.ts'
import { messages } from '../../server/db/tables/messages.ts'
import { payrollRuns } from '../../server/db/tables/payroll.ts'
import { photos } from '../../server/db/tables/photos.ts'
import { places } from '../../server/db/tables/places.ts'
import { projects } from '../../server/db/tables/projects.ts'
import { reminders } from '../../server/db/tables/reminders.ts'
import { plannedShifts, shiftAsks, shiftExchanges, shiftTemplates, shiftWishes } from '../../server/db/tables/roster.ts'
import { routines } from '../../server/db/tables/routines.ts'
import { sops } from '../../server/db/tables/sops.ts'
import { taskSteps } from '../../server/db/tables/steps.ts'
import { tasks } from '../../server/db/tables/tasks.ts'
import { allClears } from '../../server/db/tables/today-department.ts'
import { users } from '../../server/db/tables/users.ts'
import { wageTypes } from '../../server/db/tables/wage-types.ts'
import { webhooks } from '../../server/db/tables/webhooks.ts'
import { workContracts } from '../../server/db/tables/work-contracts.ts'
import type { AuditEntry } from '../../shared/audit-log.ts'
import { PSEUDO } from '../../shared/words/languages.ts'
import {
  capitalize,
  formatValue,
  formsOf,
  resourceOf,
  shownChanges,
  verbOf,
  wordsOfName,
} from '../components/history/change-labels.ts'
import { historySentence } from '../components/history/change-sentences.tsx'
import { actionLabel, sentenceOf } from './sentences.tsx'

/** Every logged action has words of its own: in the log, in its filter, and in the histories that show it. */

const tables: Record<string, Audited> = {
  ...{
    allClears,
    clockSessions,
    comments,
    departments,
    feedback,
    messages,
    photos,
    places,
    projects,
    reminders,
    routines,
    sops,
  },
  ...{
    handoverItems,
    handovers,
    holidays,
    hoursAnswers,
    hoursApprovals,
    kiosks,
    payrollRuns,
    taskSteps,
    tasks,
    users,
    wageTypes,
    webhooks,
    workContracts,
  },
  ...{ absences, plannedShifts, shiftAsks, shiftExchanges, shiftTemplates, shiftWishes },
}
/** The default verb of each function of `core/write`, and which of its arguments is another one. */
const writes: Record<string, { verb: string; at: number }> = {
  insert: { verb: 'create', at: 3 },
  insertMany: { verb: 'create', at: 3 },
  update: { verb: 'update', at: 4 },
  updateWithParts: { verb: 'update', at: 5 },
  updateMany: { verb: 'update', at: 4 },
  remove: { verb: 'delete', at: 3 },
  removeMany: { verb: 'delete', at: 3 },
  note: { verb: 'update', at: 3 },
}
const WRITE = new RegExp(`\\b(${Object.keys(writes).join('|')})\\(\\s*\\w+,\\s*(\\w+),`, 'g')
const ACTION = /\b(?:action|auditAction): '([a-z-]+\.[a-z-]+)'/g
const VERB = /(?:[?:]|^)\s*'([a-z-]+)'/g

/** The arguments of the call whose opening bracket stands before `from`. */
function argumentsAt(source: string, from: number) {
  const found = ['']
  let depth = 0
  for (const letter of source.slice(from)) {
    if (depth === 0 && letter === ')') break
    if ('([{'.includes(letter)) depth += 1
    if (')]}'.includes(letter)) depth -= 1
    if (depth === 0 && letter === ',') found.push('')
    else found[found.length - 1] += letter
  }
  return found.map((argument) => argument.trim())
}

function actionsIn(source: string) {
  const written = [...source.matchAll(WRITE)].flatMap((match) => {
    const [call, name = '', variable = ''] = match
    const [table, write] = [tables[variable], writes[name]]
    if (!table || !write) return []
    const verbs = argumentsAt(source, match.index + call.indexOf('(') + 1)[write.at] ?? ''
    const named = [...verbs.matchAll(VERB)].map(([, verb]) => verb)
    return (named.length > 0 ? named : [write.verb]).map((verb) => `${auditConfigOf(table).type}.${verb}`)
  })
  return [...written, ...[...source.matchAll(ACTION)].map(([, action = '']) => action)]
}

const root = resolve(import.meta.dirname, '../..')
const actions = [
  ...new Set(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => /^(server|shared)\b.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
      .flatMap((path) => actionsIn(readFileSync(join(root, path), 'utf8'))),
  ),
].sort()

const reader = readerOf('Europe/Lisbon')
const pseudo = readerOf('Europe/Lisbon', PSEUDO)
const textOf = (sentence: ReactNode) =>
  renderToStaticMarkup(createElement(I18nProvider, { i18n: reader.i18n }, sentence))
    .replace(/<[^>]+>/g, '')
    .trim()
const entryOf = (action: string) =>
  ({
    action,
    resourceType: resourceOf(action),
    title: 'Towels',
    part: 'Fold',
    changes: [],
    person: null,
  }) as never as AuditEntry

test('the actions are found in the sources of the server', () => {
  const some = [
    'task.create',
    'task.open',
    'task.miss',
    'task.skip',
    'task.unskip',
    'task.claim',
    'step.check',
    'step.clear',
  ]
  const more = [
    'routine.create',
    'routine.update',
    'routine.delete',
    'routine.restore',
    'session.refuse',
    'task.export',
  ]
  expect(actions).toEqual(expect.arrayContaining([...some, ...more]))
})

test.each(actions)('%s has a sentence in the log, and a name in its filter', (action) => {
  const spelled = `${wordsOfName(resourceOf(action))} ${wordsOfName(verbOf(action))}`
  const spelt = `${wordsOfName(verbOf(action))} ${wordsOfName(resourceOf(action))}`
  expect(textOf(sentenceOf(entryOf(action), reader))).not.toMatch(new RegExp(`^${spelt}\\b`))
  expect(actionLabel(action, reader.i18n)).not.toBe(capitalize(spelled))
})

test('every column that the log shows has a label', () => {
  const nameless = Object.values(tables).flatMap((table) => {
    const { type, unlogged } = auditConfigOf(table)
    const hidden = new Set<string>(['id', ...unlogged])
    const logged = Object.keys(getTableColumns(table)).filter((column) => !hidden.has(column))
    return shownChanges(logged.map((field) => ({ field })))
      .filter(({ field }) => formsOf(field).length === 0)
      .map(({ field }) => `${type}: ${field}`)
  })
  expect(nameless).toEqual([])
})

test('every value of a column with few values has a label', () => {
  const bare = Object.values(tables).flatMap((table) => {
    const { type, unlogged } = auditConfigOf(table)
    const hidden = new Set<string>(['id', ...unlogged])
    const columns = Object.entries<{ enumValues?: string[] }>(getTableColumns(table))
    return columns
      .filter(([field]) => !hidden.has(field) && shownChanges([{ field }]).length > 0)
      .flatMap(([field, { enumValues = [] }]) =>
        enumValues
          .filter((value) => formatValue(field, value, pseudo) === formatValue(field, value, reader))
          .map((value) => `${type}: ${field} ${value}`),
      )
  })
  expect(bare).toEqual([])
})

const inHistories = actions.filter((action) => /^(task|comment|photo|step|project|sop|user)\.(?!export$)/.test(action))
test.each(inHistories)('%s has a sentence in histories', (action) => {
  const words = textOf(historySentence(entryOf(action), false, reader))
  expect(words).not.toContain(` ${wordsOfName(verbOf(action))} it`)
})
