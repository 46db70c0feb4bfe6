import { runningBreakOf, type TimeSpan } from '../../../../shared/worked-time.ts'
import type { absences } from '../../../db/tables/absences.ts'
import type { clockSessions } from '../../../db/tables/clock.ts'
import type { departments } from '../../../db/tables/departments.ts'
import type { holidays } from '../../../db/tables/holidays.ts'
import type { hoursAnswers, hoursApprovals } from '../../../db/tables/hours.ts'
import type { payrollRuns } from '../../../db/tables/payroll.ts'
import type { users } from '../../../db/tables/users.ts'
import type { wageTypes } from '../../../db/tables/wage-types.ts'
import type { workContracts } from '../../../db/tables/work-contracts.ts'
import { dutyAudience, dutySince } from '../../people/duty.ts'
import { everybodyFrom, personAndManagers } from '../audiences.ts'
import type { AuditConfigs } from './config.ts'

/** People, their hours, and their pay. */

export type AuditedPeople =
  | typeof users
  | typeof departments
  | typeof clockSessions
  | typeof workContracts
  | typeof absences
  | typeof hoursApprovals
  | typeof hoursAnswers
  | typeof wageTypes
  | typeof payrollRuns
  | typeof holidays

/** Since when somebody is on a break by this session, if its breaks have been written with it. */
const breakSince = (session: (typeof clockSessions.$inferSelect & { breaks?: TimeSpan[] }) | null) =>
  session && runningBreakOf(session)?.startTime

export const auditedPeople: AuditConfigs<AuditedPeople> = {
  users: {
    resource: 'users',
    type: 'user',
    audience: (user) => ({ fromRole: 'manager', departments: [], users: [user.id] }),
    unlogged: ['passwordHash', 'foldedName', 'updatedAt', 'createdAt'],
  },
  departments: {
    resource: 'departments',
    type: 'department',
    audience: everybodyFrom('guest'),
    unlogged: ['foldedName', 'createdAt'],
  },
  clock_sessions: {
    resource: 'clock',
    type: 'clock-session',
    people: ({ userId }) => [userId],
    audience: personAndManagers('clock:use'),
    also: {
      resource: 'duty',
      audience: ({ userId }, people) => dutyAudience(people.get(userId)?.departmentId ?? null),
      isChanged: (before, after, now) =>
        dutySince(before, now) !== dutySince(after, now) || breakSince(before) !== breakSince(after),
    },
    unlogged: ['updatedAt', 'createdAt'],
  },
  work_contracts: {
    resource: 'contracts',
    type: 'contract',
    people: ({ userId }) => [userId],
    audience: personAndManagers('contract:read'),
    unlogged: ['updatedAt', 'createdAt'],
  },
  // Why somebody is away stays in the row alone: neither the log nor an event has it.
  absences: {
    resource: 'absences',
    type: 'absence',
    people: ({ userId }) => [userId],
    audience: personAndManagers('absence:read'),
    unlogged: [
      ...(['kind', 'note', 'reason', 'createdBy', 'decidedBy', 'decidedAt', 'state'] as const),
      ...(['startTime', 'endTime', 'updatedAt', 'createdAt'] as const),
    ],
  },
  hours_approvals: {
    resource: 'hours',
    type: 'hours-approval',
    people: ({ userId }) => [userId],
    audience: personAndManagers('hours:confirm'),
    // Of the minutes their sum. The row itself never changes.
    logged: ({ minutes, ...approval }) => ({
      ...approval,
      minutes: Object.values(minutes).reduce((sum, ofDay) => sum + ofDay, 0),
    }),
    unlogged: ['hash', 'approvedBy', 'approvedAt', 'withdrawnBy', 'withdrawnAt', 'toldAt', 'createdAt'],
  },
  hours_answers: {
    resource: 'hours',
    type: 'hours-answer',
    people: ({ userId }) => [userId],
    audience: personAndManagers('hours:confirm'),
    unlogged: ['kind', 'hash', 'saidBy', 'createdAt'],
  },
  wage_types: {
    resource: 'payroll',
    type: 'wage-type',
    audience: everybodyFrom('admin'),
    // The code of a place is another thing.
    logged: ({ code, ...wageType }) => ({ ...wageType, wageCode: code }),
    unlogged: ['updatedAt', 'createdAt'],
  },
  payroll_runs: {
    resource: 'payroll',
    type: 'payroll-run',
    audience: everybodyFrom('admin'),
    unlogged: ['wageTypes', 'createdBy', 'createdAt'],
  },
  holidays: {
    resource: 'holidays',
    type: 'holiday',
    audience: everybodyFrom('user'),
    unlogged: ['createdAt'],
  },
}
