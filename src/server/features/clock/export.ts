import type { clockApi } from '../../../shared/clock.ts'
import { csvLine } from '../../../shared/csv.ts'
import type { Input } from '../../../shared/endpoint.ts'
import type { Context } from '../../core/context.ts'
import { readTeamHours } from './team.ts'

/** The team's week as CSV: a line for each person, with decimal hours, so that a spreadsheet can add them up. */
export async function* exportHours(ctx: Context, { query }: Input<typeof clockApi.export>) {
  const { i18n } = ctx.reader
  const { dates, people } = await readTeamHours(ctx, { params: {}, query, body: undefined })
  yield `\uFEFF${csvLine([i18n.t('Person'), i18n.t('Department'), ...dates, i18n.t('Total'), i18n.t('To review')])}`
  for (const { user, department, minutes, total, toReview } of people) {
    yield csvLine([
      `${user.firstName} ${user.lastName}`,
      department?.name ?? null,
      ...[...minutes, total].map(toHours),
      toReview,
    ])
  }
}

const toHours = (minutes: number) => (minutes / 60).toFixed(2)
