import type { Viewer } from '../../../shared/auth.ts'
import { mayAtAll } from '../../../shared/permissions.ts'
import type { users } from '../../db/tables/users.ts'
import type { Context, OpenContext } from '../context.ts'

/** The viewer whose account and department these are. */
export function viewerOf(user: typeof users.$inferSelect, department: Viewer['department']): Context['viewer'] {
  const { id, role, departmentId, email, username, firstName, lastName, isActive, profileImageUrl, createdAt } = user
  const { language, startScreen, notify, wantsExtraShifts } = user
  return {
    ...{ id, role, departmentId, department, email, username, firstName, lastName, isActive },
    ...{ profileImageUrl, createdAt, language, startScreen, notify, wantsExtraShifts },
  }
}

/** The signed-in person as the client gets them: with the deployment's time zone and the organisation's name. */
export async function viewerReply(
  { db, services: { config, settings } }: OpenContext,
  viewer: Context['viewer'],
  { needsSecondStep = false } = {},
): Promise<Viewer> {
  const { organisation, setup } = await settings.read(db)
  const setupOpen = setup?.isFinished === false && mayAtAll(viewer, 'setup:manage')
  return {
    ...viewer,
    timeZone: config.timeZone,
    organisation: organisation || null,
    ...(setupOpen && { setupOpen }),
    ...(needsSecondStep && { needsSecondStep }),
  }
}
