import { searchTextOf } from '../../src/server/core/write/search-text.ts'
import { handoverItems, handoverQuestions, handovers } from '../../src/server/db/tables/handovers.ts'
import type { DepartmentName, PersonName } from './people.ts'
import type { TestApp } from './test-app.ts'

type ItemColumns = Omit<
  typeof handoverItems.$inferInsert,
  'handoverId' | 'giverId' | 'departmentId' | 'toUserId' | 'receivedBy'
>
interface Fields extends Partial<ItemColumns> {
  giver?: PersonName
  /** Where the item goes, by default to the giver's department. */
  department?: DepartmentName | null
  to?: PersonName | null
  receivedBy?: PersonName | null
  note?: string | null
  isForgotten?: boolean
}

/** Inserts a handover with one item, for times and states that no call produces. It tells nobody. */
export async function putHandover({ fixtures, put }: TestApp, fields: Fields = {}) {
  const { giver = 'uli', department, to = null, receivedBy = null, note = null, isForgotten = false, ...item } = fields
  const { people, departments } = fixtures
  const { id: giverId, departmentId: own } = people[giver]
  const created = fields.createdAt ? { createdAt: fields.createdAt } : {}
  const { text = 'The lift is slow', next = 'Call the company', ifThen } = item
  const searchText = searchTextOf([note, text, next, ifThen].filter(Boolean).join(' '))
  const handover = await put(giver, handovers, {
    giverId,
    departmentId: own,
    note,
    isForgotten,
    searchText,
    ...created,
  })
  return put(giver, handoverItems, {
    ...{ severity: 'act', position: 0, ...item, text, next, ...created },
    ...{ handoverId: handover.id, giverId },
    departmentId: department === undefined ? own : department && departments[department],
    toUserId: to && people[to].id,
    receivedBy: receivedBy && people[receivedBy].id,
    receivedAt: item.receivedAt ?? (receivedBy ? new Date().toISOString() : null),
  })
}

/** Inserts a question about an item; with an answer, one by Léa. */
export async function putQuestion(
  { fixtures, services }: TestApp,
  itemId: number,
  { asker = 'lea' as PersonName, question = 'Since when?', answer = null as string | null } = {},
) {
  const now = new Date().toISOString()
  await services.database.orm.insert(handoverQuestions).values({
    ...{ itemId, askerId: fixtures.people[asker].id, question, askedAt: now },
    ...(answer !== null && { answer, answeredBy: fixtures.people.lea.id, answeredAt: now }),
  })
}

/** Deletes all handovers. */
export const clearHandovers = ({ services }: TestApp) => services.database.pool.query('delete from handovers')
