import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { absences } from '../../db/tables/absences.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { knownDevices } from '../../db/tables/auth.ts'
import { calendarFeeds } from '../../db/tables/calendar.ts'
import { breaks, clockSessions } from '../../db/tables/clock.ts'
import { comments } from '../../db/tables/comments.ts'
import { feedback } from '../../db/tables/feedback.ts'
import { handoverItems, handoverQuestions, handovers } from '../../db/tables/handovers.ts'
import { hoursAnswers, hoursApprovals } from '../../db/tables/hours.ts'
import { messages } from '../../db/tables/messages.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { passkeys } from '../../db/tables/passkeys.ts'
import { payrollExports } from '../../db/tables/payroll.ts'
import { photos } from '../../db/tables/photos.ts'
import { pins } from '../../db/tables/pin.ts'
import { identities } from '../../db/tables/provider.ts'
import { pushSubscriptions } from '../../db/tables/push.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { plannedShifts, shiftAsks, shiftExchanges, shiftWishes } from '../../db/tables/roster.ts'
import { savedViews } from '../../db/tables/saved-views.ts'
import { sessions } from '../../db/tables/sessions.ts'
import { sopCompletions, sopReadings, sops, sopVersions } from '../../db/tables/sops.ts'
import { taskSteps } from '../../db/tables/steps.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { allClears } from '../../db/tables/today-department.ts'
import { apiTokens } from '../../db/tables/tokens.ts'
import { users } from '../../db/tables/users.ts'
import { workContracts } from '../../db/tables/work-contracts.ts'

/** A list of the copy: the rows of one table that are a person's, without secrets and without texts of others. */
export interface CopySection {
  /** Also the name of its file. */
  name: string
  table: PgTable
  /** The condition that a row is the person's. */
  of: (userId: string) => SQL
  /** Unique among the person's rows. The copy is read in its order, page by page. */
  key: PgColumn
  columns: PgColumn[]
  /** More values, as `… as name` in SQL. */
  more?: (userId: string) => SQL
}

const isOf = (column: PgColumn) => (userId: string) => sql`${column} = ${userId}`
const isOfOne = (...columns: PgColumn[]) => {
  const ofEach = columns.map(isOf)
  return (userId: string) =>
    sql`(${sql.join(
      ofEach.map((each) => each(userId)),
      sql` or `,
    )})`
}

/** The columns are named one by one, so that a new column with a secret in it does not leave by itself. */
export const sections: CopySection[] = [
  {
    ...{ name: 'account', table: users, of: isOf(users.id), key: users.id },
    columns: [
      ...[users.id, users.email, users.username, users.firstName, users.lastName, users.role, users.departmentId],
      ...[users.language, users.startScreen, users.notify, users.personnelNumber, users.profileImageUrl],
      ...[users.isActive, users.createdAt, users.updatedAt, users.deletedAt],
    ],
  },
  {
    ...{ name: 'contracts', table: workContracts, of: isOf(workContracts.userId), key: workContracts.id },
    columns: [workContracts.from, workContracts.weeklyMinutes, workContracts.daysPerWeek],
  },
  {
    ...{ name: 'hours', table: clockSessions, of: isOf(clockSessions.userId), key: clockSessions.id },
    columns: [
      ...[clockSessions.id, clockSessions.departmentId, clockSessions.startTime, clockSessions.endTime],
      ...[clockSessions.duration, clockSessions.startedOffline, clockSessions.endedOffline, clockSessions.confirmedAt],
      ...[clockSessions.endStatedAt, clockSessions.breaksStatedAt, clockSessions.correctedAt],
      clockSessions.correctionReason,
    ],
  },
  {
    ...{ name: 'breaks', table: breaks, key: breaks.id },
    of: (userId) =>
      sql`${breaks.sessionId} in (select ${clockSessions.id} from ${clockSessions} where ${clockSessions.userId} = ${userId})`,
    columns: [
      breaks.sessionId,
      breaks.startTime,
      breaks.endTime,
      breaks.isPaid,
      breaks.plannedMinutes,
      breaks.statedAt,
    ],
  },
  {
    ...{ name: 'hours-approvals', table: hoursApprovals, of: isOf(hoursApprovals.userId), key: hoursApprovals.id },
    columns: [
      ...[hoursApprovals.periodStart, hoursApprovals.periodEnd, hoursApprovals.minutes, hoursApprovals.approvedAt],
      ...[hoursApprovals.withdrawnAt, hoursApprovals.withdrawReason],
    ],
  },
  {
    ...{ name: 'hours-answers', table: hoursAnswers, of: isOf(hoursAnswers.userId), key: hoursAnswers.id },
    columns: [
      ...[hoursAnswers.periodStart, hoursAnswers.periodEnd, hoursAnswers.kind, hoursAnswers.text],
      ...[hoursAnswers.saidBy, hoursAnswers.createdAt],
    ],
  },
  {
    // The published copy: a draft is the planners', until it is published.
    ...{ name: 'planned-shifts', table: plannedShifts, key: plannedShifts.id },
    of: isOf(plannedShifts.publishedUserId),
    columns: [
      ...[plannedShifts.departmentId, plannedShifts.publishedStartTime, plannedShifts.publishedEndTime],
      ...[plannedShifts.publishedBreakMinutes, plannedShifts.publishedTitle, plannedShifts.publishedNote],
      ...[plannedShifts.publishedAt, plannedShifts.offeredAt, plannedShifts.missingToldAt],
    ],
  },
  {
    ...{ name: 'absences', table: absences, of: isOf(absences.userId), key: absences.id },
    columns: [
      ...[absences.kind, absences.state, absences.fromDate, absences.toDate, absences.start, absences.end],
      ...[absences.note, absences.reason, absences.createdBy, absences.decidedBy, absences.decidedAt],
      absences.createdAt,
    ],
  },
  {
    ...{ name: 'shift-exchanges', table: shiftExchanges, key: shiftExchanges.id },
    of: isOfOne(shiftExchanges.fromUserId, shiftExchanges.toUserId, shiftExchanges.decidedBy),
    columns: [
      ...[shiftExchanges.departmentId, shiftExchanges.fromUserId, shiftExchanges.shiftId, shiftExchanges.toUserId],
      ...[shiftExchanges.forShiftId, shiftExchanges.state, shiftExchanges.createdAt, shiftExchanges.acceptedAt],
      ...[shiftExchanges.endedAt, shiftExchanges.decidedBy],
    ],
  },
  {
    // The reason is a planner's text.
    ...{ name: 'shift-asks', table: shiftAsks, of: isOfOne(shiftAsks.userId, shiftAsks.askedBy), key: shiftAsks.id },
    columns: [
      ...[shiftAsks.departmentId, shiftAsks.shiftId, shiftAsks.userId, shiftAsks.askedBy],
      ...[shiftAsks.declinedAt, shiftAsks.createdAt],
    ],
  },
  {
    ...{ name: 'shift-wishes', table: shiftWishes, of: isOf(shiftWishes.userId), key: shiftWishes.id },
    columns: [
      ...[shiftWishes.kind, shiftWishes.weekday, shiftWishes.date, shiftWishes.start, shiftWishes.end],
      ...[shiftWishes.note, shiftWishes.createdAt],
    ],
  },
  {
    ...{ name: 'payroll', table: payrollExports, of: isOf(payrollExports.userId), key: payrollExports.id },
    columns: [
      ...[payrollExports.runId, payrollExports.periodStart, payrollExports.periodEnd, payrollExports.personnelNumber],
      ...[payrollExports.firstName, payrollExports.lastName, payrollExports.department],
      ...[payrollExports.isCorrection, payrollExports.lines, payrollExports.createdAt],
    ],
  },
  {
    ...{ name: 'tasks', table: tasks, of: isOfOne(tasks.assigneeId, tasks.creatorId), key: tasks.id },
    columns: [
      ...[tasks.id, tasks.title, tasks.kind, tasks.place, tasks.status, tasks.priority, tasks.departmentId],
      ...[tasks.creatorId, tasks.assigneeId, tasks.dueDate, tasks.takenAt, tasks.completedAt],
      ...[tasks.createdAt, tasks.deletedAt],
    ],
    more: (userId) => sql`case when ${tasks.creatorId} = ${userId} then ${tasks.description} end as description`,
  },
  {
    ...{ name: 'steps', table: taskSteps, of: isOf(taskSteps.doneBy), key: taskSteps.id },
    columns: [taskSteps.taskId, taskSteps.text, taskSteps.kind, taskSteps.value, taskSteps.doneAt],
  },
  {
    ...{ name: 'comments', table: comments, of: isOf(comments.authorId), key: comments.id },
    columns: [comments.taskId, comments.text, comments.createdAt, comments.editedAt, comments.deletedAt],
  },
  {
    ...{ name: 'photos', table: photos, of: isOf(photos.createdBy), key: photos.id },
    columns: [
      ...[photos.id, photos.taskId, photos.commentId, photos.width, photos.height, photos.size],
      ...[photos.createdAt, photos.deletedAt],
    ],
  },
  {
    ...{ name: 'handovers', table: handovers, of: isOf(handovers.giverId), key: handovers.id },
    columns: [handovers.id, handovers.departmentId, handovers.note, handovers.isForgotten, handovers.createdAt],
  },
  {
    ...{ name: 'handover-items', table: handoverItems, key: handoverItems.id },
    of: isOfOne(handoverItems.giverId, handoverItems.toUserId, handoverItems.receivedBy),
    columns: [
      ...[handoverItems.handoverId, handoverItems.taskId, handoverItems.text, handoverItems.severity],
      ...[handoverItems.next, handoverItems.ifThen, handoverItems.giverId, handoverItems.toUserId],
      ...[handoverItems.receivedBy, handoverItems.receivedAt, handoverItems.doneAt, handoverItems.createdAt],
    ],
  },
  {
    ...{ name: 'handover-questions', table: handoverQuestions, key: handoverQuestions.id },
    of: isOfOne(handoverQuestions.askerId, handoverQuestions.answeredBy),
    columns: [
      ...[handoverQuestions.itemId, handoverQuestions.question, handoverQuestions.askedAt],
      ...[handoverQuestions.answer, handoverQuestions.answeredAt],
    ],
  },
  {
    ...{ name: 'messages', table: messages, of: isOf(messages.senderId), key: messages.id },
    columns: [messages.text, messages.reason, messages.departmentId, messages.createdAt, messages.takenBackAt],
  },
  {
    ...{ name: 'notifications', table: notifications, of: isOf(notifications.userId), key: notifications.id },
    columns: [
      ...[notifications.kind, notifications.params, notifications.urgency, notifications.isRead],
      ...[notifications.createdAt, notifications.shownAt, notifications.rangAt, notifications.rangBecause],
      notifications.briefedAt,
    ],
  },
  {
    ...{ name: 'reminders', table: reminders, of: isOfOne(reminders.userId, reminders.createdBy), key: reminders.id },
    columns: [
      ...[reminders.title, reminders.description, reminders.cronRule, reminders.nextRun, reminders.isActive],
      ...[reminders.lastTriggered, reminders.createdAt],
    ],
  },
  {
    ...{ name: 'readings', table: sopReadings, of: isOf(sopReadings.userId), key: sopReadings.sopVersionId },
    columns: [sopReadings.createdAt],
    more: () => sql`(select ${sops.title} || ' ' || ${sopVersions.version} from ${sopVersions}
      join ${sops} on ${sops.id} = ${sopVersions.sopId} where ${sopVersions.id} = ${sopReadings.sopVersionId}) as procedure`,
  },
  {
    ...{ name: 'procedures-used', table: sopCompletions, of: isOf(sopCompletions.userId), key: sopCompletions.sopId },
    columns: [sopCompletions.sopId, sopCompletions.revision, sopCompletions.completedAt],
  },
  {
    ...{ name: 'all-clears', table: allClears, of: isOf(allClears.readBy), key: allClears.departmentId },
    columns: [allClears.departmentId, allClears.readAt],
  },
  {
    ...{ name: 'saved-views', table: savedViews, of: isOf(savedViews.userId), key: savedViews.id },
    columns: [savedViews.name, savedViews.state],
  },
  {
    ...{ name: 'feedback', table: feedback, of: isOf(feedback.userId), key: feedback.id },
    columns: [feedback.rating, feedback.comment, feedback.category, feedback.createdAt],
  },
  {
    ...{ name: 'sessions', table: sessions, of: isOf(sessions.userId), key: sessions.sid },
    columns: [sessions.expire],
    more: () => sql`${sessions.sess} ->> 'signedInAt' as signed_in_at, ${sessions.sess} ->> 'ipAddress' as ip_address,
      ${sessions.sess} ->> 'userAgent' as user_agent`,
  },
  {
    ...{ name: 'browsers', table: knownDevices, of: isOf(knownDevices.userId), key: knownDevices.tokenHash },
    columns: [knownDevices.createdAt, knownDevices.lastUsedAt],
  },
  {
    ...{ name: 'devices', table: pushSubscriptions, of: isOf(pushSubscriptions.userId), key: pushSubscriptions.id },
    columns: [pushSubscriptions.createdAt, pushSubscriptions.asleepSince],
  },
  {
    ...{ name: 'passkeys', table: passkeys, of: isOf(passkeys.userId), key: passkeys.id },
    columns: [passkeys.name, passkeys.isSynced, passkeys.createdAt, passkeys.lastUsedAt],
  },
  {
    ...{ name: 'pin', table: pins, of: isOf(pins.userId), key: pins.userId },
    columns: [pins.createdAt],
  },
  {
    ...{ name: 'single-sign-on', table: identities, of: isOf(identities.userId), key: identities.issuer },
    columns: [identities.issuer, identities.subject, identities.createdAt, identities.lastUsedAt],
  },
  {
    ...{ name: 'tokens', table: apiTokens, of: isOf(apiTokens.userId), key: apiTokens.id },
    columns: [apiTokens.name, apiTokens.scopes, apiTokens.expire, apiTokens.createdAt, apiTokens.lastUsedAt],
  },
  {
    ...{ name: 'calendar', table: calendarFeeds, of: isOf(calendarFeeds.userId), key: calendarFeeds.userId },
    columns: [calendarFeeds.createdAt, calendarFeeds.lastReadAt],
  },
  {
    ...{ name: 'audit-log', table: auditLogs, of: isOf(auditLogs.userId), key: auditLogs.id },
    columns: [
      ...[auditLogs.action, auditLogs.resourceType, auditLogs.resourceId, auditLogs.ipAddress],
      ...[auditLogs.userAgent, auditLogs.createdAt],
    ],
  },
]

/** Tables that name a person and are not in the copy, with the reasons. A test looks for those that are neither. */
export const leftOut: Record<string, string> = {
  files: 'their pictures are in the copy; the PDFs belong to the house',
  hidden_views: 'which shared views the person has hidden',
  invitations: 'a link that opens the account; it ends after seven days',
  kiosk_passes: 'it opens the kiosk, for five minutes',
  kiosks: 'the house owns it; its making is in the audit log',
  password_resets: 'a link that opens the account; it ends after half an hour',
  payroll_runs: 'the house owns it; its making is in the audit log',
  projects: 'the house owns it; its making is in the audit log',
  recovery_codes: 'they open the account',
  routines: 'the house owns it; its making is in the audit log',
  sign_in_steps: 'they open the account; they end after ten minutes',
  sop_versions: 'the house owns it; its making is in the audit log',
  sops: 'the house owns it; its making is in the audit log',
  thread_reads: 'up to which message the person has read',
  threads: 'it says who writes to whom; the words are the messages',
  totp_secrets: 'it opens the account',
  unread_comments: 'which comments the person has not read',
  webhooks: 'the house owns it; its making is in the audit log',
}
