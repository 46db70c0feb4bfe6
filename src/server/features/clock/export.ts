import type { clockApi, TeamHours } from '../../../shared/clock.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { boundsOf } from '../../../shared/time/time.ts'
import type { Sheet } from '../../adapters/sheets.ts'
import type { Context } from '../../core/context.ts'
import { weekRange } from './history.ts'
import { readTeamHours } from './team.ts'

type Person = TeamHours['people'][number]

/** The team's week: a line for each person, with decimal hours, so that a spreadsheet can add them up. */
export function exportHours(ctx: Context, { query }: Input<typeof clockApi.export>): Sheet<Person> {
  const { i18n } = ctx.reader
  const week = weekRange(ctx, query.week)
  // While the week goes on, it says nothing.
  const isOver = boundsOf(week).to <= ctx.now.getTime()
  return {
    columns: [
      { heading: i18n.t('Person'), kind: 'text', value: ({ user }) => `${user.firstName} ${user.lastName}` },
      { heading: i18n.t('Department'), kind: 'text', value: ({ department }) => department?.name ?? null },
      ...week.map(
        ({ date }, at) =>
          ({ heading: { date }, kind: 'hours', value: ({ minutes }: Person) => toHours(minutes[at]) }) as const,
      ),
      { heading: i18n.t('Total'), kind: 'hours', value: ({ total }) => toHours(total) },
      { heading: i18n.t('To review'), kind: 'number', value: ({ toReview }) => toReview },
      { heading: i18n.t('Contract ##hours of a week'), kind: 'hours', value: contractHours },
      {
        heading: i18n.t('Balance ##hours beyond the contract'),
        kind: 'hours',
        value: (person) => (isOver ? balanceHours(person) : null),
      },
    ],
    batches: peopleOf(ctx, query),
  }
}

async function* peopleOf(ctx: Context, { week, departmentId }: Input<typeof clockApi.export>['query']) {
  yield (await readTeamHours(ctx, { params: {}, query: { week, departmentId }, body: undefined })).people
}

const toHours = (minutes = 0) => minutes / 60

/** Null without a contract. */
const contractHours = ({ contractMinutes }: Person) => (contractMinutes == null ? null : toHours(contractMinutes))
const balanceHours = ({ total, contractMinutes }: Person) =>
  contractMinutes == null ? null : toHours(total - contractMinutes)
