import { handoverItems, handoverQuestions, handovers } from '../../src/server/db/tables/handovers.ts'
import type { DepartmentName, PersonName } from './people.ts'
import type { TestApp } from './test-app.ts'

type Columns = Omit<
  typeof handoverItems.$inferInsert,
  'handoverId' | 'position' | 'giverId' | 'departmentId' | 'toUserId'
>
type Fields = Partial<Columns> & {
  giver?: PersonName
  department?: DepartmentName | null
  to?: PersonName | null
  isForgotten?: boolean
}

/** Inserts a handover with one item. By default Léa of Housekeeping hands it over to whoever is there. */
export async function putHandoverItem({ services, fixtures }: TestApp, fields: Fields = {}) {
  const { giver = 'lea', department = 'Housekeeping', to = null, isForgotten = false, ...columns } = fields
  const { orm } = services.database
  const giverId = fixtures.people[giver].id
  const departmentId = department && fixtures.departments[department]
  const [handover] = await orm
    .insert(handovers)
    .values({ giverId, departmentId, isForgotten, searchText: '' })
    .returning({ id: handovers.id })
  const [item] = await orm
    .insert(handoverItems)
    .values({
      ...{ handoverId: handover?.id ?? 0, position: 1, giverId, departmentId },
      ...{ text: 'The lift sticks', severity: 'act', next: 'Call the firm' },
      ...columns,
      toUserId: to && fixtures.people[to].id,
    })
    .returning()
  if (!item) throw new Error('Nothing was inserted')
  return item
}

/** Inserts a question about an item. */
export const putQuestion = (
  { services, fixtures }: TestApp,
  itemId: number,
  { asker = 'uli' as PersonName, question = 'Which firm?', answer = null as string | null } = {},
) =>
  services.database.orm.insert(handoverQuestions).values({
    ...{ itemId, askerId: fixtures.people[asker].id, question, askedAt: new Date().toISOString() },
    ...(answer !== null && { answer, answeredBy: fixtures.people.lea.id, answeredAt: new Date().toISOString() }),
  })
