import { and, eq, type SQL, sql } from 'drizzle-orm'
import { MAX_PAGE_SIZE } from '../../../shared/fields.ts'
import { mayAtAll } from '../../../shared/permissions.ts'
import { MAX_PLACES } from '../../../shared/places.ts'
import { MAX_REMINDERS } from '../../../shared/reminders.ts'
import { type Found, MAX_FOUND } from '../../../shared/search.ts'
import { MAX_SOPS } from '../../../shared/sops.ts'
import { searchWords } from '../../../shared/words/fold.ts'
import { matchRanks, nameMatcher } from '../../../shared/words/name-match.ts'
import { visibleProjects, visibleReminders, visibleSops } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { doesShifts, isActivePerson } from '../../core/people/active.ts'
import { isoJson } from '../../db/columns.ts'
import { departments } from '../../db/tables/departments.ts'
import { places } from '../../db/tables/places.ts'
import { projects } from '../../db/tables/projects.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { sops } from '../../db/tables/sops.ts'
import { users } from '../../db/tables/users.ts'

/** Only the best matches among this many people are taken. */
const MAX_PEOPLE = 100
const MAX_WORDS = 10

interface Row extends Record<string, unknown> {
  kind: 'sops' | 'projects' | 'people' | 'reminders' | 'places'
  id: string
  name: string
  department_id: number | null
  department: string | null
  more: {
    firstName?: string
    lastName?: string
    profileImageUrl?: string | null
    nextRun?: string
    isActive?: boolean
    code?: string
  } | null
}

/**
 * SOPs, projects, people, reminders and places that the viewer may see and whose name matches the search, the best
 * first within each kind. All names come in one statement, as many as the lists on the screens have. They are compared
 * here, because only people's names are stored without case and accents.
 */
export async function findNames(
  ctx: Context,
  search: string,
): Promise<Pick<Found, 'sops' | 'projects' | 'people' | 'reminders' | 'places'>> {
  const { viewer } = ctx
  const sources = [
    mayAtAll(viewer, 'project:read') && projectNames(ctx),
    mayAtAll(viewer, 'reminder:read') && reminderTitles(ctx),
    mayAtAll(viewer, 'sop:read') && sopTitles(ctx),
    mayAtAll(viewer, 'task:report') && placeNames,
    peopleNamed(ctx, search),
  ].filter((source) => source !== false)
  // A token may have none of these scopes.
  if (sources.length === 0) return { sops: [], projects: [], people: [], reminders: [], places: [] }
  const { rows } = await ctx.db.execute<Row>(sql`
    select named.*, ${departments.name} as department
    from (${sql.join(sources, sql` union all `)}) as named (kind, id, name, department_id, more, place)
      left join ${departments} on ${departments.id} = named.department_id
    order by named.place`)
  const match = nameMatcher(search)
  const ranked = rows
    .map((row) => ({ ...row, rank: match(row.name) }))
    .filter(({ rank }) => rank !== matchRanks.none)
    .sort((a, b) => a.rank - b.rank)
  const best = (kind: keyof typeof MAX_FOUND & Row['kind']) =>
    ranked.filter((row) => row.kind === kind).slice(0, MAX_FOUND[kind])
  return {
    sops: best('sops').map((row) => ({ id: Number(row.id), title: row.name, department: departmentOf(row) })),
    projects: best('projects').map((row) => ({ id: Number(row.id), name: row.name, department: departmentOf(row) })),
    people: best('people').map(({ more, ...row }) => ({
      id: row.id,
      firstName: more?.firstName ?? '',
      lastName: more?.lastName ?? '',
      profileImageUrl: more?.profileImageUrl ?? null,
      department: departmentOf(row),
    })),
    reminders: best('reminders').map(({ more, ...row }) => ({
      id: Number(row.id),
      title: row.name,
      nextRun: more?.nextRun ?? '',
      isActive: more?.isActive === true,
      department: departmentOf(row),
    })),
    places: best('places').map(({ more, ...row }) => ({
      id: Number(row.id),
      name: row.name,
      code: more?.code ?? '',
      department: departmentOf(row),
    })),
  }
}

const departmentOf = ({ department_id: id, department: name }: Pick<Row, 'department_id' | 'department'>) =>
  id === null || name === null ? null : { id, name }

const projectNames = (ctx: Context) => sql`(
  select 'projects', ${projects.id}::text, ${projects.name}, ${projects.departmentId}, null::json,
    row_number() over (order by ${projects.createdAt} desc, ${projects.id} desc)
  from ${projects} where ${visibleProjects(ctx)}
  order by ${projects.createdAt} desc, ${projects.id} desc limit ${MAX_PAGE_SIZE})`

const reminderTitles = (ctx: Context) => sql`(
  select 'reminders', ${reminders.id}::text, ${reminders.title}, ${reminders.departmentId},
    json_build_object('nextRun', ${isoJson(sql`${reminders.nextRun}`)}, 'isActive', ${reminders.isActive}),
    row_number() over (order by ${reminders.isActive} desc, ${reminders.nextRun}, ${reminders.id})
  from ${reminders} where ${visibleReminders(ctx)}
  order by ${reminders.isActive} desc, ${reminders.nextRun}, ${reminders.id} limit ${MAX_REMINDERS})`

const sopTitles = (ctx: Context) => sql`(
  select 'sops', ${sops.id}::text, ${sops.title}, ${sops.departmentId}, null::json,
    row_number() over (order by ${sops.title}, ${sops.id})
  from ${sops} where ${visibleSops(ctx)} order by ${sops.title}, ${sops.id} limit ${MAX_SOPS})`

const placeNames = sql`(
  select 'places', ${places.id}::text, ${places.name}, ${places.departmentId}, json_build_object('code', ${places.code}),
    row_number() over (order by lower(${places.name}), ${places.id})
  from ${places} order by lower(${places.name}), ${places.id} limit ${MAX_PLACES})`

/**
 * Active people with all these words in their name. Viewers who may list people see all of them. Others may know who of
 * their department is on duty, and see the people there who do shifts. A personnel number counts as a part of the name
 * for viewers who manage accounts.
 */
function peopleNamed({ viewer }: Context, search: string) {
  const { departmentId } = viewer
  const seen = mayAtAll(viewer, 'person:list')
    ? isActivePerson
    : mayAtAll(viewer, 'duty:read') && departmentId !== null && and(doesShifts, eq(users.departmentId, departmentId))
  if (!seen) return false
  const seesNumbers = mayAtAll(viewer, 'user:manage')
  const withNumber = (name: SQL) => (seesNumbers ? sql`concat_ws(' ', ${name}, ${users.personnelNumber})` : name)
  const text = withNumber(sql`${users.foldedName}`)
  const conditions = searchWords(search)
    .slice(0, MAX_WORDS)
    .map(
      (forms) =>
        sql`(${sql.join(
          forms.map((form) => sql`position(${form} in ${seesNumbers ? sql`lower(${text})` : text}) > 0`),
          sql` or `,
        )})`,
    )
  return sql`(
    select 'people', ${users.id}::text, ${withNumber(sql`${users.firstName} || ' ' || ${users.lastName}`)}, ${users.departmentId},
      json_build_object('firstName', ${users.firstName}, 'lastName', ${users.lastName}, 'profileImageUrl', ${users.profileImageUrl}),
      row_number() over (order by ${users.foldedName}, ${users.id})
    from ${users}
    where ${seen} and ${conditions.length === 0 ? sql`false` : sql.join(conditions, sql` and `)}
    order by ${users.foldedName}, ${users.id} limit ${MAX_PEOPLE})`
}
