import type { api } from '../shared/api.ts'
import { recordLength } from '../shared/work-record.ts'
import { liveTasks } from './core/tasks/rows.ts'
import { cancelAbsence } from './features/absences/cancel.ts'
import { createAbsence } from './features/absences/create.ts'
import { decideAbsence } from './features/absences/decide.ts'
import { listAbsenceRequests, listAbsences } from './features/absences/list.ts'
import { listCorrectedHours } from './features/analytics/corrected.ts'
import { listMissedOccurrences } from './features/analytics/missed.ts'
import { listOverdue } from './features/analytics/overdue.ts'
import { readPerformance } from './features/analytics/performance.ts'
import { listProblems, readProblems } from './features/analytics/problems.ts'
import { readRoutines } from './features/analytics/routines.ts'
import { readSheet } from './features/analytics/sheet.ts'
import { readShiftFigures } from './features/analytics/shift.ts'
import { readSummary } from './features/analytics/summary.ts'
import { readTrends } from './features/analytics/trends.ts'
import { readWorkload } from './features/analytics/workload.ts'
import {
  readContractHistory,
  readProjectHistory,
  readSopHistory,
  readTaskHistory,
  readUserHistory,
  readWageTypeHistory,
} from './features/audit-log/history.ts'
import { exportAudit, listActions, listAudit } from './features/audit-log/list.ts'
import { acceptInvitation, readInvitation } from './features/auth/invitation.ts'
import { setPassword } from './features/auth/new-password.ts'
import { endAllSessionsOf, endSessionOf, listSessionsOf } from './features/auth/others-sessions.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './features/auth/own-sessions.ts'
import { beginPasskey, createPasskey } from './features/auth/passkeys/make.ts'
import { listPasskeys, removePasskey, renamePasskey } from './features/auth/passkeys/own.ts'
import {
  askForSecondStep,
  askToSignIn,
  finishWithPasskey,
  signInWithPasskey,
} from './features/auth/passkeys/sign-in.ts'
import { beginAccepting } from './features/auth/provider/accept.ts'
import { beginAtProvider } from './features/auth/provider/begin.ts'
import { confirmByPassword } from './features/auth/provider/confirm.ts'
import { beginLink } from './features/auth/provider/link.ts'
import { readProvider } from './features/auth/provider/read.ts'
import { noticeOf, returnFromProvider } from './features/auth/provider/return.ts'
import { askToProve, prove, readWaysToProve } from './features/auth/reauthentication/reauthenticate.ts'
import { hashForReset, requestReset, resetPassword } from './features/auth/reset.ts'
import { beginApp, confirmApp, removeApp, renewOwnCodes } from './features/auth/second-step/app.ts'
import { clearSecondStep } from './features/auth/second-step/clear.ts'
import { readSecondStep } from './features/auth/second-step/read.ts'
import { signInWithCode } from './features/auth/second-step/sign-in.ts'
import { readSession, signIn, signOut } from './features/auth/sign-in.ts'
import { readBriefing } from './features/briefing/read.ts'
import { readCalendarAddress, removeCalendarAddress, renewCalendarAddress } from './features/calendar/address.ts'
import { endBreak, startBreak } from './features/clock/breaks.ts'
import { clockIn, clockOut, readActive, readToday } from './features/clock/clocking.ts'
import { addHours, correctSession } from './features/clock/correct.ts'
import { exportHours } from './features/clock/export.ts'
import { readForgotten, stateEnd, stillHere } from './features/clock/forgotten.ts'
import { readOwnWeek, readPersonsWeek } from './features/clock/history.ts'
import { proposeEnds } from './features/clock/proposed-ends.ts'
import { exportRecord, readRecord } from './features/clock/record.ts'
import { liveSessions } from './features/clock/sessions.ts'
import { setBreaks } from './features/clock/set-breaks.ts'
import { listOnTheClock, readTeamHours } from './features/clock/team.ts'
import { createComment } from './features/comments/create.ts'
import { deleteComment } from './features/comments/delete.ts'
import { listComments } from './features/comments/list.ts'
import { listPeopleOfTask } from './features/comments/people.ts'
import { restoreComment } from './features/comments/restore.ts'
import { liveComments } from './features/comments/rows.ts'
import { listUnread, markCommentsRead } from './features/comments/unread.ts'
import { updateComment } from './features/comments/update.ts'
import { readActivity, readDue, readMetrics } from './features/dashboard/read.ts'
import { copyPersonalData } from './features/data-protection/copy.ts'
import { listOffDuty } from './features/delivery-log/list.ts'
import { createDepartment } from './features/departments/create.ts'
import { deleteDepartment } from './features/departments/delete.ts'
import { listDepartments } from './features/departments/list.ts'
import { listEmptyDepartments, updateDepartments } from './features/departments/many.ts'
import { updateDepartment } from './features/departments/update.ts'
import { createFeedback, listFeedback, updateFeedback } from './features/feedback/feedback.ts'
import { createHandover } from './features/handovers/create.ts'
import { finishItem } from './features/handovers/finish.ts'
import { listHandovers } from './features/handovers/list.ts'
import { answerQuestion, askAboutItem } from './features/handovers/questions.ts'
import { createHolidays, deleteHoliday, listHolidays } from './features/holidays/holidays.ts'
import { confirmHours, objectToHours, settleObjection } from './features/hours/answer.ts'
import { approveHours, reopenHours, withdrawApproval } from './features/hours/approve.ts'
import { listPeriodHours } from './features/hours/list.ts'
import { readPersonsHours } from './features/hours/person.ts'
import { listJobs, removeJob, retryFailedJob } from './features/jobs/jobs.ts'
import { createKiosk } from './features/kiosks/create.ts'
import { enterKiosk, leaveKiosk, stayAtKiosk } from './features/kiosks/enter.ts'
import { listKiosks } from './features/kiosks/list.ts'
import { readKiosk } from './features/kiosks/people.ts'
import { removeKiosk } from './features/kiosks/remove.ts'
import { createKioskCode, setUpKiosk } from './features/kiosks/set-up.ts'
import { takeOverKiosk } from './features/kiosks/take-over.ts'
import { sendMessage } from './features/messages/send.ts'
import { sendUrgentMessage } from './features/messages/send-urgent.ts'
import { countUnread, listNotifications, markAllRead, markRead } from './features/notifications/read.ts'
import { markShown } from './features/notifications/shown.ts'
import { markBriefed } from './features/notifications/suppressed.ts'
import { readOperations } from './features/operations/read.ts'
import { readOrganisation, updateOrganisation } from './features/organisation/organisation.ts'
import { readPayPeriods, updatePayPeriods } from './features/pay-periods/pay-periods.ts'
import { exportRun } from './features/payroll/file.ts'
import { readFileSettings, updateFileSettings } from './features/payroll/file-settings.ts'
import { listRuns, readRun, readSample } from './features/payroll/read.ts'
import { checkRun, createRun } from './features/payroll/run.ts'
import { readPhoto, readThumbnail } from './features/photos/read.ts'
import { removePhoto } from './features/photos/remove.ts'
import { restorePhoto } from './features/photos/restore.ts'
import { acceptPicture, mayUploadPhoto, uploadPhoto } from './features/photos/upload.ts'
import { givePin } from './features/pin/give.ts'
import { hashPin, readPin, removePin, setPin } from './features/pin/pin.ts'
import { readPlace } from './features/places/by-code.ts'
import { createPlaces } from './features/places/create-many.ts'
import { readPlaceHistory } from './features/places/history.ts'
import { createPlace, deletePlace, listPlaces, updatePlace } from './features/places/places.ts'
import { listTypedPlaces } from './features/places/typed.ts'
import { updateProfile } from './features/profile/profile.ts'
import { createProject } from './features/projects/create.ts'
import { deleteProject } from './features/projects/delete.ts'
import { listProjects } from './features/projects/list.ts'
import { updateProject } from './features/projects/update.ts'
import { listDevices, removeDevice, subscribeDevice, testDevice } from './features/push/devices.ts'
import { createReminder } from './features/reminders/create.ts'
import { deleteReminder } from './features/reminders/delete.ts'
import { listReminders, readReminder } from './features/reminders/list.ts'
import { updateReminder } from './features/reminders/update.ts'
import { answerShiftQuestion } from './features/roster/answer.ts'
import { askPeople, declineShift } from './features/roster/ask-people.ts'
import { readCandidates } from './features/roster/candidates.ts'
import { claimShift } from './features/roster/claim.ts'
import { listComing } from './features/roster/coming.ts'
import { copyShifts } from './features/roster/copy.ts'
import { discardDrafts } from './features/roster/discard.ts'
import { acceptExchange, cancelExchange, decideExchange, refuseExchange } from './features/roster/exchange-accept.ts'
import { askForExchange } from './features/roster/exchange-ask.ts'
import { listExchanges, readExchangeChoices, updateExchangeSettings } from './features/roster/exchange-list.ts'
import { readRoster } from './features/roster/list.ts'
import { offerShift, withdrawShiftOffer } from './features/roster/offer.ts'
import { readOwnRoster } from './features/roster/own.ts'
import { previewPublish, publishRoster } from './features/roster/publish.ts'
import { createShift, removeShift, saveManyShifts, updateShift } from './features/roster/save.ts'
import { createTemplate, listTemplates, removeTemplate, updateTemplate } from './features/roster/templates.ts'
import { listWishes, saveWishes } from './features/roster/wishes.ts'
import { createRoutine, createRoutines } from './features/routines/create.ts'
import { deleteRoutine, restoreRoutine } from './features/routines/delete.ts'
import { listRoutines, readRoutine } from './features/routines/list.ts'
import { listOccurrences, readWeek } from './features/routines/occurrences.ts'
import { listPlanned } from './features/routines/planned.ts'
import { updateRoutine } from './features/routines/update.ts'
import {
  createSavedView,
  deleteSavedView,
  hideSavedView,
  listSavedViews,
  updateSavedView,
} from './features/saved-views/saved-views.ts'
import { readHouseState } from './features/setup/left.ts'
import { readSetup, updateSetup } from './features/setup/setup.ts'
import { listShiftPeople } from './features/shift/people.ts'
import { confirmReading } from './features/sops/confirm.ts'
import { createSop, mayCreateSop } from './features/sops/create.ts'
import { deleteSop } from './features/sops/delete.ts'
import { acceptPdf } from './features/sops/document.ts'
import { listSops } from './features/sops/list.ts'
import { listVersions, readSop, readSopFile } from './features/sops/read.ts'
import { readSopText } from './features/sops/read-text.ts'
import { listReaders } from './features/sops/readers.ts'
import { remindReaders } from './features/sops/remind.ts'
import { liveSops } from './features/sops/rows.ts'
import { searchSops } from './features/sops/search.ts'
import { mayUpdateSop, updateSop } from './features/sops/update.ts'
import { createSteps } from './features/steps/create.ts'
import { deleteStep } from './features/steps/delete.ts'
import { listSteps } from './features/steps/list.ts'
import { orderSteps } from './features/steps/order.ts'
import { restoreStep } from './features/steps/restore.ts'
import { liveSteps } from './features/steps/rows.ts'
import { setStepValue } from './features/steps/set-value.ts'
import { updateStep } from './features/steps/update.ts'
import { createTask } from './features/tasks/create.ts'
import { deleteTask } from './features/tasks/delete.ts'
import { restoreTask } from './features/tasks/deleted.ts'
import { exportTasks } from './features/tasks/export.ts'
import { listTasks, readBoard, readTask } from './features/tasks/list.ts'
import { deleteTasks, updateTasks } from './features/tasks/many.ts'
import { looksAtMany } from './features/tasks/pages.ts'
import { readLanes } from './features/tasks/people-view/read.ts'
import { claimTask } from './features/tasks/problems/claim.ts'
import { listReports } from './features/tasks/problems/list.ts'
import { moveProblem } from './features/tasks/problems/move.ts'
import { releaseTask } from './features/tasks/problems/release.ts'
import { reportProblem } from './features/tasks/problems/report.ts'
import { readProcedure } from './features/tasks/procedure/read.ts'
import { receiveItem } from './features/tasks/receive.ts'
import { skipTask, unskipTask } from './features/tasks/skip.ts'
import { listTags } from './features/tasks/tags.ts'
import { undoChange } from './features/tasks/undo.ts'
import { setTaskStatus, updateTask } from './features/tasks/update.ts'
import { listThreads } from './features/threads/list.ts'
import { markThreadRead } from './features/threads/mark-read.ts'
import { readThread } from './features/threads/read.ts'
import { sendInThread } from './features/threads/send.ts'
import { takeBack } from './features/threads/take-back.ts'
import { giveAllClear } from './features/today/all-clear.ts'
import { readDepartmentToday } from './features/today/department.ts'
import { readTodaysWork } from './features/today/read.ts'
import { endClientsOfPerson, readClientsOf } from './features/tokens/others.ts'
import { createToken, listTokens, revokeToken } from './features/tokens/tokens.ts'
import { createPerson, hashForPerson } from './features/users/create.ts'
import { createMany } from './features/users/create-many.ts'
import { deletePerson } from './features/users/delete.ts'
import { importPeople, previewImport } from './features/users/import.ts'
import { invitePeople, revokeInvitation } from './features/users/invite.ts'
import { listPeople } from './features/users/list.ts'
import { readOpenWork } from './features/users/open-work.ts'
import { updatePerson } from './features/users/update.ts'
import { updatePeople } from './features/users/update-many.ts'
import { createWageType, deleteWageType, listWageTypes, updateWageType } from './features/wage-types/wage-types.ts'
import { createWebhook } from './features/webhooks/create.ts'
import { deleteWebhook } from './features/webhooks/delete.ts'
import { listWebhooks } from './features/webhooks/list.ts'
import { listMessages, resendMessage, testWebhook } from './features/webhooks/log.ts'
import { pauseWebhook, resumeWebhook } from './features/webhooks/pause.ts'
import { renewSecret, showSecret } from './features/webhooks/secret.ts'
import { takeOverWebhook } from './features/webhooks/take-over.ts'
import { updateWebhook } from './features/webhooks/update.ts'
import { createContract, deleteContract, updateContract } from './features/work-contracts/change.ts'
import { listContracts } from './features/work-contracts/list.ts'
import { tryWorkRules } from './features/work-rules/try-out.ts'
import { readWorkRules, updateWorkRules } from './features/work-rules/work-rules.ts'
import { withUploadChecks } from './http/forms/forms.ts'
import type { RowReaders } from './http/live/messages.ts'
import type { ShownHandler } from './http/live/shown.ts'
import {
  type Handlers,
  heavy,
  onReplica,
  vital,
  withOwnTransactions,
  withPreparation,
  withReplyReadAgain,
} from './http/request/handlers.ts'
import type { ProviderHandlers } from './http/session/single-sign-on.ts'
import { readDataProtection } from './retention.ts'
import { searchEverything } from './search.ts'

export { readCalendar } from './features/calendar/read.ts'

/** A change of more tasks than this is heavy, because it may hold their locks for long. */
const FEW = 50

/** A record of more days than this is heavy. */
const MONTH = 31
/** A list of more tasks than this is heavy. The screens ask for a hundred at a time. */
const LONG = 200

/** The function that handles each endpoint. */
export const handlers: Handlers<typeof api> = {
  auth: {
    session: vital(readSession),
    login: vital(withOwnTransactions(signIn)),
    logout: signOut,
    sessions: listOwnSessions,
    endSession: endOwnSession,
    endOtherSessions,
    forgot: withOwnTransactions(requestReset),
    reset: withPreparation(hashForReset, resetPassword),
    invitation: withOwnTransactions(readInvitation),
    accept: withOwnTransactions(acceptInvitation),
  },
  secondStep: {
    get: readSecondStep,
    begin: withOwnTransactions(beginApp),
    confirm: withOwnTransactions(confirmApp),
    remove: removeApp,
    renewCodes: withOwnTransactions(renewOwnCodes),
    signIn: withOwnTransactions(signInWithCode),
  },
  prove: {
    ways: readWaysToProve,
    prove: withOwnTransactions(prove),
  },
  provider: {
    get: readProvider,
    confirm: withOwnTransactions(confirmByPassword),
    link: withOwnTransactions(beginLink),
    accept: withOwnTransactions(beginAccepting),
  },
  passkeys: {
    list: listPasskeys,
    begin: withOwnTransactions(beginPasskey),
    create: withOwnTransactions(createPasskey),
    rename: renamePasskey,
    remove: removePasskey,
    askToSignIn: withOwnTransactions(askToSignIn),
    signIn: withOwnTransactions(signInWithPasskey),
    askForSecondStep: withOwnTransactions(askForSecondStep),
    secondStep: withOwnTransactions(finishWithPasskey),
    askToProve: withOwnTransactions(askToProve),
  },
  pin: { get: readPin, set: withPreparation(hashPin, setPin), remove: removePin },
  kiosks: {
    list: listKiosks,
    create: createKiosk,
    createCode: withOwnTransactions(createKioskCode),
    takeOver: takeOverKiosk,
    remove: removeKiosk,
  },
  kiosk: {
    read: vital(readKiosk),
    setUp: withOwnTransactions(setUpKiosk),
    enter: withOwnTransactions(enterKiosk),
    stay: stayAtKiosk,
    setStatus: withReplyReadAgain(setTaskStatus, readTask),
    leave: leaveKiosk,
  },
  departments: {
    list: listDepartments,
    create: createDepartment,
    empty: listEmptyDepartments,
    updateMany: updateDepartments,
    update: updateDepartment,
    remove: deleteDepartment,
  },
  users: {
    list: listPeople,
    create: withPreparation(hashForPerson, createPerson),
    update: withOwnTransactions(updatePerson),
    createMany: withOwnTransactions(createMany),
    updateMany: heavy(updatePeople, ({ body }) => body.userIds.length > FEW),
    invite: withOwnTransactions(invitePeople),
    revokeInvitation,
    openWork: readOpenWork,
    remove: deletePerson,
    history: readUserHistory,
    setPassword: withOwnTransactions(setPassword),
    setPin: withOwnTransactions(givePin),
    clearSecondStep,
    sessions: listSessionsOf,
    endSession: endSessionOf,
    endSessions: endAllSessionsOf,
    programs: readClientsOf,
    endPrograms: endClientsOfPerson,
    previewImport: withOwnTransactions(previewImport),
    import: withOwnTransactions(importPeople),
  },
  profile: { update: updateProfile },
  tokens: { list: listTokens, create: withOwnTransactions(createToken), revoke: revokeToken },
  calendar: {
    get: readCalendarAddress,
    renew: withOwnTransactions(renewCalendarAddress),
    remove: removeCalendarAddress,
  },
  projects: {
    list: listProjects,
    create: createProject,
    update: updateProject,
    remove: deleteProject,
    history: readProjectHistory,
  },
  tasks: {
    list: heavy(listTasks, ({ query }) => looksAtMany(query) || (query.limit ?? 0) > LONG),
    board: heavy(readBoard, ({ query }) => looksAtMany(query)),
    tags: listTags,
    get: readTask,
    create: createTask,
    update: withReplyReadAgain(updateTask, readTask),
    remove: deleteTask,
    restore: withReplyReadAgain(restoreTask, readTask),
    updateMany: heavy(updateTasks, ({ body }) => body.ids.length > FEW),
    undo: heavy(undoChange, ({ body }) => body.to.reduce((sum, { ids }) => sum + ids.length, 0) > FEW),
    removeMany: heavy(deleteTasks, ({ body }) => body.ids.length > FEW),
    export: onReplica(exportTasks),
    history: readTaskHistory,
  },
  comments: {
    list: listComments,
    create: createComment,
    update: updateComment,
    remove: deleteComment,
    restore: restoreComment,
    people: listPeopleOfTask,
    unread: listUnread,
    markRead: markCommentsRead,
  },
  procedures: { get: readProcedure },
  steps: {
    list: listSteps,
    create: createSteps,
    order: orderSteps,
    update: updateStep,
    setValue: setStepValue,
    remove: deleteStep,
    restore: restoreStep,
  },
  problems: {
    report: reportProblem,
    list: listReports,
    move: moveProblem,
    claim: withReplyReadAgain(claimTask, readTask),
    release: releaseTask,
  },
  places: {
    list: listPlaces,
    typed: listTypedPlaces,
    byCode: readPlace,
    history: heavy(readPlaceHistory),
    create: createPlace,
    createMany: heavy(createPlaces, ({ body }) => body.places.length > FEW),
    update: updatePlace,
    remove: deletePlace,
  },
  planning: { lanes: heavy(readLanes, ({ query }) => looksAtMany(query)) },
  reminders: {
    list: listReminders,
    get: readReminder,
    create: createReminder,
    update: withReplyReadAgain(updateReminder, readReminder),
    remove: deleteReminder,
  },
  routines: {
    list: listRoutines,
    week: readWeek,
    planned: heavy(listPlanned),
    get: readRoutine,
    occurrences: listOccurrences,
    create: createRoutine,
    createMany: createRoutines,
    update: withReplyReadAgain(updateRoutine, readRoutine),
    remove: deleteRoutine,
    restore: withReplyReadAgain(restoreRoutine, readRoutine),
    skip: withReplyReadAgain(skipTask, readTask),
    unskip: withReplyReadAgain(unskipTask, readTask),
  },
  photos: {
    upload: withUploadChecks(withOwnTransactions(uploadPhoto), {
      beforeFiles: mayUploadPhoto,
      accept: acceptPicture,
    }),
    file: readPhoto,
    thumbnail: readThumbnail,
    remove: removePhoto,
    restore: restorePhoto,
  },
  sops: {
    list: listSops,
    search: onReplica(searchSops),
    get: readSop,
    create: withUploadChecks(withOwnTransactions(createSop), { beforeFiles: mayCreateSop, accept: acceptPdf }),
    update: withUploadChecks(withOwnTransactions(updateSop), { beforeFiles: mayUpdateSop, accept: acceptPdf }),
    remove: withOwnTransactions(deleteSop),
    file: readSopFile,
    text: readSopText,
    versions: listVersions,
    history: readSopHistory,
    confirm: confirmReading,
    readers: listReaders,
    remind: remindReaders,
  },
  notifications: { list: listNotifications, unreadCount: countUnread, read: markRead, readAll: markAllRead },
  push: { list: listDevices, subscribe: subscribeDevice, remove: removeDevice, test: testDevice },
  ledger: { list: listOffDuty },
  clock: {
    active: vital(readActive),
    today: vital(readToday),
    start: vital(clockIn),
    stillHere,
    forgotten: readForgotten,
    forgottenEnds: proposeEnds,
    endStated: stateEnd,
    stop: vital(clockOut),
    startBreak,
    endBreak,
    history: readOwnWeek,
    now: listOnTheClock,
    hours: readTeamHours,
    export: onReplica(exportHours),
    person: readPersonsWeek,
    record: heavy(readRecord, ({ query }) => recordLength(query) > MONTH),
    recordExport: onReplica(exportRecord),
    add: addHours,
    correct: correctSession,
    setBreaks,
  },
  workContracts: {
    list: listContracts,
    create: createContract,
    update: updateContract,
    remove: deleteContract,
    history: readContractHistory,
  },
  hours: {
    periods: heavy(listPeriodHours),
    person: readPersonsHours,
    confirm: confirmHours,
    object: objectToHours,
    settle: settleObjection,
    approve: heavy(approveHours, ({ body }) => body.people.length > FEW),
    withdraw: withdrawApproval,
    reopen: reopenHours,
  },
  absences: {
    list: heavy(listAbsences, ({ query }) => query.departmentId !== undefined),
    requests: listAbsenceRequests,
    create: createAbsence,
    decide: decideAbsence,
    cancel: cancelAbsence,
  },
  roster: {
    list: heavy(readRoster),
    own: readOwnRoster,
    coming: listComing,
    create: createShift,
    update: updateShift,
    remove: removeShift,
    many: heavy(
      saveManyShifts,
      ({ body: { create = [], update = [], remove = [] } }) => create.length + update.length + remove.length > FEW,
    ),
    copy: heavy(copyShifts),
    discard: heavy(discardDrafts),
    preview: heavy(previewPublish),
    publish: heavy(publishRoster),
    answer: answerShiftQuestion,
    claim: claimShift,
    offer: offerShift,
    withdrawOffer: withdrawShiftOffer,
    templates: listTemplates,
    createTemplate,
    updateTemplate,
    removeTemplate,
    exchanges: listExchanges,
    exchangeSettings: updateExchangeSettings,
    exchangeChoices: readExchangeChoices,
    askForExchange,
    acceptExchange,
    refuseExchange,
    cancelExchange,
    decideExchange,
    candidates: heavy(readCandidates),
    askPeople,
    declineShift,
    wishes: listWishes,
    saveWishes,
  },
  holidays: { list: listHolidays, create: createHolidays, remove: deleteHoliday },
  wageTypes: {
    list: listWageTypes,
    create: createWageType,
    update: updateWageType,
    remove: deleteWageType,
    history: readWageTypeHistory,
  },
  payroll: {
    runs: listRuns,
    check: heavy(checkRun),
    create: heavy(createRun),
    get: readRun,
    file: exportRun,
    sample: readSample,
    fileSettings: readFileSettings,
    updateFileSettings,
  },
  shift: { people: listShiftPeople },
  briefing: { get: readBriefing, read: markBriefed },
  messages: { send: sendMessage, sendUrgent: sendUrgentMessage },
  threads: {
    list: listThreads,
    messages: readThread,
    send: sendInThread,
    markRead: markThreadRead,
    takeBack,
  },
  handovers: {
    list: heavy(listHandovers, ({ query }) => Boolean(query.search)),
    create: createHandover,
    receive: receiveItem,
    done: finishItem,
    ask: askAboutItem,
    answer: answerQuestion,
  },
  dashboard: { metrics: readMetrics, activity: readActivity, due: readDue },
  dataProtection: { read: readDataProtection, copy: heavy(copyPersonalData) },
  today: { read: readTodaysWork },
  todayDepartment: { read: readDepartmentToday, allClear: giveAllClear },
  analytics: {
    summary: onReplica(readSummary),
    trends: onReplica(readTrends),
    workload: onReplica(readWorkload),
    performance: onReplica(readPerformance),
    overdue: onReplica(listOverdue),
  },
  analyticsRoutines: {
    routines: onReplica(readRoutines),
    missed: onReplica(listMissedOccurrences),
    problems: onReplica(readProblems),
    problemList: onReplica(listProblems),
  },
  analyticsSheet: { read: onReplica(readSheet), corrected: onReplica(listCorrectedHours) },
  analyticsShift: { shift: onReplica(readShiftFigures) },
  audit: { list: onReplica(listAudit), actions: onReplica(listActions), export: onReplica(exportAudit) },
  feedback: { list: listFeedback, create: createFeedback, update: updateFeedback },
  savedViews: {
    list: listSavedViews,
    create: createSavedView,
    update: updateSavedView,
    hide: hideSavedView,
    remove: deleteSavedView,
  },
  webhooks: {
    list: listWebhooks,
    create: createWebhook,
    update: updateWebhook,
    remove: deleteWebhook,
    showSecret,
    renewSecret,
    test: testWebhook,
    pause: pauseWebhook,
    resume: resumeWebhook,
    takeOver: takeOverWebhook,
    messages: listMessages,
    resend: resendMessage,
  },
  jobs: { list: listJobs, retry: retryFailedJob, remove: removeJob },
  operations: { get: readOperations },
  search: { everything: heavy(searchEverything) },
  organisation: { get: readOrganisation, update: updateOrganisation },
  payPeriods: { get: readPayPeriods, update: updatePayPeriods },
  workRules: { get: readWorkRules, update: updateWorkRules, tryOut: heavy(tryWorkRules) },
  setup: { get: readSetup, left: readHouseState, update: updateSetup },
}

/** Notes the notifications that pages say they have shown. */
export const onShown: ShownHandler = markShown

/** How the rows of live changes are read; a resource without a line is read again by the pages that show it. */
export const rowReaders: RowReaders = {
  tasks: liveTasks,
  comments: liveComments,
  steps: liveSteps,
  sops: liveSops,
  clock: liveSessions,
}

/** The way to the provider of single sign-on and back, which browsers open as pages. */
export const providerHandlers: ProviderHandlers = {
  begin: beginAtProvider,
  complete: returnFromProvider,
  noticeOf,
}
