import { sql } from 'drizzle-orm'
import type { HouseState } from '../../../shared/setup.ts'
import type { Context } from '../../core/context.ts'
import { active } from '../../core/counts/task-counts.ts'
import { read } from '../../db/connect/connect.ts'
import { readSetting } from '../../db/settings.ts'
import { invitations } from '../../db/tables/auth.ts'
import { departments } from '../../db/tables/departments.ts'
import { kiosks } from '../../db/tables/kiosks.ts'
import { pins } from '../../db/tables/pin.ts'
import { places } from '../../db/tables/places.ts'
import { routines } from '../../db/tables/routines.ts'
import { sops } from '../../db/tables/sops.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'

interface Counts {
  departments: number
  departments_without_people: number
  people: number
  people_with_link: number
  people_left_out: number
  has_tasks: boolean
  places: number
  routines: number
  procedures: number
  kiosks: number
}

/** The state of the house, in two statements. Tasks are looked for, and never counted. */
export async function readHouseState(ctx: Context): Promise<HouseState> {
  const { settings, config, provider } = ctx.services
  const { organisation = '', emergencyPhone = '' } = await settings.read(ctx.db)
  const backups = await readSetting(ctx.db, 'backups')
  const activeUser = sql`${users.isActive} and ${users.deletedAt} is null`
  // With single sign-on people come in by the provider, without a password here.
  const isOutside = sql`${activeUser} and ${provider === null} and ${users.passwordHash} is null
    and not exists (select from ${pins} where ${pins.userId} = ${users.id})`
  const hasLink = sql`exists (
    select from ${invitations} where ${invitations.userId} = ${users.id} and ${invitations.expire} > ${ctx.now.toISOString()})`
  const [counts] = await read<Counts & Record<string, unknown>>(
    ctx,
    sql`select
      (select count(*)::int from ${departments}) as departments,
      (select count(*)::int from ${departments} where not exists (
        select from ${users} where ${users.departmentId} = ${departments.id} and ${activeUser})) as departments_without_people,
      (select count(*)::int from ${users} where ${activeUser}) as people,
      (select count(*)::int from ${users} where ${isOutside} and ${hasLink}) as people_with_link,
      (select count(*)::int from ${users} where ${isOutside} and not ${hasLink}) as people_left_out,
      exists (select from ${tasks} where ${active}) as has_tasks,
      (select count(*)::int from ${places}) as places,
      (select count(*)::int from ${routines} where ${routines.deletedAt} is null) as routines,
      (select count(*)::int from ${sops}) as procedures,
      (select count(*)::int from ${kiosks}) as kiosks`,
    false,
  )
  if (!counts) throw new Error('The house was not counted')
  const { departments_without_people, people_with_link, people_left_out, has_tasks, ...same } = counts
  return {
    ...same,
    ...{ hasName: organisation !== '', hasEmergencyPhone: emergencyPhone !== '' },
    departmentsWithoutPeople: departments_without_people,
    ...{ peopleWithLink: people_with_link, peopleLeftOut: people_left_out, hasTasks: has_tasks },
    backups: { isPlanned: config.backup?.every !== undefined, lastAt: backups?.last?.at ?? null },
  }
}
