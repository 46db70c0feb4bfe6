import { savedViews } from '../../src/server/db/tables/saved-views.ts'
import type { ViewState } from '../../src/shared/saved-views.ts'
import type { PersonName } from './people.ts'
import type { TestApp } from './test-app.ts'

/** A view that a person has saved. */
export async function putSavedView(
  muster: TestApp,
  owner: PersonName,
  name: string,
  state: ViewState = { view: 'kanban' },
) {
  const userId = muster.fixtures.people[owner].id
  const [view] = await muster.services.database.orm.insert(savedViews).values({ userId, name, state }).returning()
  if (!view) throw new Error('Nothing was inserted')
  return view
}
