import { absencesApi } from './absences.ts'
import { analyticsApi } from './analytics.ts'
import { analyticsRoutinesApi } from './analytics-routines.ts'
import { analyticsSheetApi } from './analytics-sheet.ts'
import { analyticsShiftApi } from './analytics-shift.ts'
import { auditApi } from './audit-log.ts'
import { authApi } from './auth.ts'
import { briefingApi } from './briefing.ts'
import { calendarApi } from './calendar.ts'
import { clockApi } from './clock.ts'
import { commentsApi } from './comments.ts'
import { dashboardApi } from './dashboard.ts'
import { dataProtectionApi } from './data-protection.ts'
import { deliveryLogApi } from './delivery-log.ts'
import { departmentsApi } from './departments.ts'
import { feedbackApi } from './feedback.ts'
import { handoversApi } from './handovers.ts'
import { holidaysApi } from './holidays.ts'
import { hoursApi } from './hours.ts'
import { jobsApi } from './jobs.ts'
import { kioskApi, kiosksApi } from './kiosks.ts'
import { messagesApi } from './messages.ts'
import { notificationsApi } from './notifications.ts'
import { operationsApi } from './operations.ts'
import { organisationApi } from './organisation.ts'
import { passkeysApi } from './passkeys.ts'
import { payPeriodsApi } from './pay-periods.ts'
import { payrollApi } from './payroll.ts'
import { peopleViewApi } from './people-view.ts'
import { photosApi } from './photos.ts'
import { pinApi } from './pin.ts'
import { placesApi } from './places.ts'
import { problemsApi } from './problems.ts'
import { procedureApi } from './procedure.ts'
import { profileApi } from './profile.ts'
import { projectsApi } from './projects.ts'
import { providerApi } from './provider.ts'
import { pushApi } from './push.ts'
import { reauthenticationApi } from './reauthentication.ts'
import { remindersApi } from './reminders.ts'
import { rosterApi } from './roster.ts'
import { routinesApi } from './routines.ts'
import { savedViewsApi } from './saved-views.ts'
import { searchApi } from './search.ts'
import { secondStepApi } from './second-step.ts'
import { setupApi } from './setup.ts'
import { shiftApi } from './shift.ts'
import { sopsApi } from './sops.ts'
import { stepsApi } from './steps.ts'
import { tasksApi } from './tasks.ts'
import { threadsApi } from './threads.ts'
import { todayApi } from './today.ts'
import { todayDepartmentApi } from './today-department.ts'
import { tokensApi } from './tokens.ts'
import { usersApi } from './users.ts'
import { wageTypesApi } from './wage-types.ts'
import { webhooksApi } from './webhooks.ts'
import { workContractsApi } from './work-contracts.ts'
import { workRulesApi } from './work-rules.ts'

/**
 * Every endpoint below `/api/v1`: the API's table of contents. The names here begin the operation ids in the API's
 * document, so they stay when a noun gets another word.
 */
export const api = {
  auth: authApi,
  secondStep: secondStepApi,
  prove: reauthenticationApi,
  provider: providerApi,
  passkeys: passkeysApi,
  pin: pinApi,
  kiosks: kiosksApi,
  kiosk: kioskApi,
  departments: departmentsApi,
  users: usersApi,
  profile: profileApi,
  tokens: tokensApi,
  calendar: calendarApi,
  projects: projectsApi,
  tasks: tasksApi,
  photos: photosApi,
  comments: commentsApi,
  procedures: procedureApi,
  steps: stepsApi,
  problems: problemsApi,
  places: placesApi,
  planning: peopleViewApi,
  reminders: remindersApi,
  routines: routinesApi,
  sops: sopsApi,
  notifications: notificationsApi,
  push: pushApi,
  ledger: deliveryLogApi,
  clock: clockApi,
  workContracts: workContractsApi,
  hours: hoursApi,
  holidays: holidaysApi,
  roster: rosterApi,
  absences: absencesApi,
  wageTypes: wageTypesApi,
  payroll: payrollApi,
  shift: shiftApi,
  briefing: briefingApi,
  messages: messagesApi,
  threads: threadsApi,
  handovers: handoversApi,
  dataProtection: dataProtectionApi,
  dashboard: dashboardApi,
  today: todayApi,
  todayDepartment: todayDepartmentApi,
  analytics: analyticsApi,
  analyticsRoutines: analyticsRoutinesApi,
  analyticsSheet: analyticsSheetApi,
  analyticsShift: analyticsShiftApi,
  audit: auditApi,
  feedback: feedbackApi,
  jobs: jobsApi,
  operations: operationsApi,
  savedViews: savedViewsApi,
  webhooks: webhooksApi,
  search: searchApi,
  organisation: organisationApi,
  workRules: workRulesApi,
  payPeriods: payPeriodsApi,
  setup: setupApi,
}
