import type { api } from '../shared/api.ts'
import { readSession, signIn, signOut } from './features/auth.ts'
import { clockIn, clockOut, readActive, readToday } from './features/clock/clocking.ts'
import { correctSession } from './features/clock/correct.ts'
import { exportHours } from './features/clock/export.ts'
import { readOwnWeek, readPersonsWeek } from './features/clock/history.ts'
import { listOnTheClock, readTeamHours } from './features/clock/team.ts'
import { readActivity, readMetrics } from './features/dashboard.ts'
import { listDepartments } from './features/departments.ts'
import { countUnread, listNotifications, markAllRead, markRead } from './features/notifications.ts'
import { createProject, deleteProject, listProjects, updateProject } from './features/projects.ts'
import {
  createReminder,
  deleteReminder,
  listReminders,
  readReminder,
  updateReminder,
} from './features/reminders/change.ts'
import { createTask, deleteTask, updateTask } from './features/tasks/change.ts'
import { restoreTask } from './features/tasks/deleted.ts'
import { exportTasks } from './features/tasks/export.ts'
import { listTasks, readBoard, readTask } from './features/tasks/list.ts'
import { deleteTasks, updateTasks } from './features/tasks/many.ts'
import { listPeople } from './features/users.ts'
import { type Handlers, withOwnTransactions } from './http/serve.ts'

/** What answers each endpoint. */
export const handlers: Handlers<typeof api> = {
  auth: { session: readSession, login: withOwnTransactions(signIn), logout: signOut },
  departments: { list: listDepartments },
  users: { list: listPeople },
  projects: { list: listProjects, create: createProject, update: updateProject, remove: deleteProject },
  tasks: {
    list: listTasks,
    board: readBoard,
    get: readTask,
    create: createTask,
    update: updateTask,
    remove: deleteTask,
    restore: restoreTask,
    updateMany: updateTasks,
    removeMany: deleteTasks,
    export: exportTasks,
  },
  reminders: {
    list: listReminders,
    get: readReminder,
    create: createReminder,
    update: updateReminder,
    remove: deleteReminder,
  },
  notifications: { list: listNotifications, unreadCount: countUnread, read: markRead, readAll: markAllRead },
  clock: {
    active: readActive,
    today: readToday,
    start: clockIn,
    stop: clockOut,
    history: readOwnWeek,
    now: listOnTheClock,
    hours: readTeamHours,
    export: exportHours,
    person: readPersonsWeek,
    correct: correctSession,
  },
  dashboard: { metrics: readMetrics, activity: readActivity },
}
