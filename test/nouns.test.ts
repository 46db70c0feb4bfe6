import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../src/server/base/project-root.ts'

/** The same noun stands on each floor: contract, feature folder, table, screens. `ARCHITECTURE.md` says where. */

const source = join(projectRoot, 'src')
/** The names of all folders below this one. */
const foldersBelow = (folder: string) =>
  readdirSync(join(source, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
const within = (folder: string) => readdirSync(join(source, folder), { withFileTypes: true })
const foldersIn = (folder: string) =>
  within(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
const filesIn = (folder: string) =>
  within(folder)
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
    .map(({ name }) => basename(name, '.ts'))

/** The nouns: the files of `shared` that have endpoints. */
const contracts = filesIn('shared').filter((name) =>
  /^export const \w+Api = \{/m.test(readFileSync(join(source, `shared/${name}.ts`), 'utf8')),
)
/** Features, and the rooms of the two that hold several nouns. */
const features = ['server/features', 'server/features/auth', 'server/features/tasks'].flatMap(foldersIn)
const tables = filesIn('server/db/tables')
const screens = new Set(foldersBelow('web'))

/** Contracts without a feature folder of their own. */
const partOfAnother: Record<string, string> = {
  'analytics-routines': 'figures of routines and problems, in features/analytics',
  'analytics-sheet': 'figures on one page, in features/analytics',
  'analytics-shift': 'figures of what reaches people, in features/analytics',
  'today-department': 'the part of Today for managers, in features/today',
}
/** Tables without reads by people: Muster itself keeps them. */
const ownTables: Record<string, string> = {
  events: 'the log of changes',
  files: 'bytes that SOPs and photos own',
  'idempotency-keys': 'writes that have been done',
  'rate-limits': 'token buckets',
  sessions: 'who is signed in; features/auth begins and ends them',
  settings: 'what organisation, work rules, pay periods and setup save, in one row each',
}
/** Contracts whose screens stand in a folder of another noun. */
const screensElsewhere: Record<string, string> = {
  'analytics-routines': 'web/analytics/routines',
  'analytics-sheet': 'a tab of the analytics, web/analytics/sheet.tsx',
  'analytics-shift': 'web/analytics/shift',
  calendar: 'a card beside the tokens, web/tokens',
  'data-protection': 'a page of the profile, web/profile/data',
  'delivery-log': 'a part of the profile, web/profile/notifications',
  departments: 'a dialog of the people, web/users',
  messages: 'written in the list of people on duty, web/shift/on-duty',
  organisation: 'a step of the guide, web/setup',
  passkeys: 'a part of the profile, web/profile/security',
  'pay-periods': 'a part of the page of the work rules, web/work-rules',
  pin: 'a part of the profile, web/profile/security',
  push: 'a part of the profile, web/profile/notifications',
  reauthentication: 'a dialog of the frame, web/auth',
  'saved-views': 'a panel of the filters, web/tasks/filters',
  search: 'the palette of the frame, web/shell',
  'second-step': 'a part of the profile, web/profile/security',
  'today-department': 'web/today/department',
  'wage-types': 'a tab of payroll, web/payroll',
  'work-contracts': 'a part of the form of a user, web/users',
}

describe('one noun on every floor:', () => {
  test('each feature is a folder, and has a contract of its name', () => {
    expect(filesIn('server/features')).toEqual([])
    expect(features.filter((noun) => !contracts.includes(noun))).toEqual([])
  })

  test('each contract has a feature of its name', () => {
    const homeless = contracts.filter((noun) => !features.includes(noun))
    expect(homeless).toEqual(Object.keys(partOfAnother))
  })

  test('each table stands in a file of a noun', () => {
    const others = tables.filter((name) => !contracts.includes(name))
    expect(others).toEqual(Object.keys(ownTables))
  })

  test('a table that is named like a contract stands in the file of that noun', () => {
    const named = tables.flatMap((file) => {
      const text = readFileSync(join(source, `server/db/tables/${file}.ts`), 'utf8')
      return [...text.matchAll(/\bpgTable\(\s*'(\w+)'/g)].map(([, name = '']) => ({
        file,
        noun: name.replaceAll('_', '-'),
      }))
    })
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter(({ file, noun }) => contracts.includes(noun) && noun !== file)).toEqual([])
  })

  test('each contract has a folder of screens of its name', () => {
    const elsewhere = contracts.filter((noun) => !screens.has(noun))
    expect(elsewhere).toEqual(Object.keys(screensElsewhere))
  })
})
