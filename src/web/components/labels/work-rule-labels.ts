import { msg } from '../../../shared/words/message.ts'

/** The names of the work rules, for the form and the audit log: as a label, and within a sentence. */
export const workRuleLabels = {
  restMinutes: [msg('Daily rest'), msg('daily rest')],
  weekRestMinutes: [msg('Weekly rest'), msg('weekly rest')],
  dayMinutes: [msg('Most work in a day'), msg('most work in a day')],
  weekMinutes: [msg('Most work in a week'), msg('most work in a week')],
  averageMinutes: [msg('Average work in a week'), msg('average work in a week')],
  averageWeeks: [msg('Weeks of the average'), msg('weeks of the average')],
  daysInRow: [msg('Most days in a row'), msg('most days in a row')],
  breakRules: [msg('Rules about breaks'), msg('rules about breaks')],
  breakPiece: [msg('Shortest break that counts'), msg('shortest break that counts')],
  noticeHours: [msg('Notice of changes'), msg('notice of changes')],
  late: [msg('Late changes'), msg('late changes')],
  overtimeWeekMinutes: [msg('Overtime begins after'), msg('beginning of overtime')],
} as const
