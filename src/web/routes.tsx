import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Navigate } from '@tanstack/react-router'
import type { Screen } from '../shared/screens.ts'
import { msg } from '../shared/words/message.ts'
import { Root } from './shell/root.tsx'
import type { ScreenInfo } from './shell/screen.ts'
import { FullPageSpinner, PageFailed, ScreenFailed, ScreenPending } from './shell/screen-states.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createScreens>
  }
  interface StaticDataRouteOption extends Partial<ScreenInfo> {
    /** No screen has this address. */
    unknown?: true
  }
}

const root = createRootRoute({ component: Root, pendingComponent: FullPageSpinner, errorComponent: PageFailed })

const page = <const P extends Screen>(path: P, info: ScreenInfo) =>
  ({ getParentRoute: () => root, path, staticData: info }) as const

const board = { component: lazyRouteComponent(() => import('./tasks/page.tsx'), 'TaskBoardPage') }
const dashboard = { component: lazyRouteComponent(() => import('./dashboard/page.tsx'), 'DashboardPage') }

const routeTree = root.addChildren([
  // Only people who are signed in reach it. Visitors get the sign-in screen before any route.
  createRoute({ getParentRoute: () => root, path: '/login', component: () => <Navigate to="/" replace /> }),
  createRoute({ ...page('/', { title: msg('Dashboard'), offline: true }), ...dashboard }),
  createRoute({
    ...page('/today', { title: msg('Today'), offline: true }),
    component: lazyRouteComponent(() => import('./today/page.tsx'), 'TodayPage'),
  }),
  createRoute({ ...page('/dashboard', { title: msg('Dashboard'), offline: true }), ...dashboard }),
  createRoute({ ...page('/tasks', { title: msg('Tasks'), offline: true }), ...board }),
  createRoute({
    ...page('/projects', { title: msg('Projects') }),
    component: lazyRouteComponent(() => import('./projects/page.tsx'), 'ProjectsPage'),
  }),
  createRoute({
    ...page('/calendar', { title: msg('Calendar'), offline: true }),
    component: lazyRouteComponent(() => import('./shell/calendar-page.tsx'), 'CalendarPage'),
  }),
  createRoute({
    ...page('/profile', { title: msg('Profile'), offline: true }),
    component: lazyRouteComponent(() => import('./profile/page.tsx'), 'ProfilePage'),
  }),
  createRoute({
    ...page('/profile/security', { title: msg('Sign-in and security') }),
    component: lazyRouteComponent(() => import('./profile/security/page.tsx'), 'SecurityPage'),
  }),
  createRoute({
    ...page('/profile/programs', {
      title: msg('Connect a calendar or program'),
      allow: 'token:own',
    }),
    component: lazyRouteComponent(() => import('./tokens/page.tsx'), 'ApiClientsPage'),
  }),
  createRoute({
    ...page('/sops', {
      title: msg('SOPs'),
      allow: 'sop:read',
    }),
    component: lazyRouteComponent(() => import('./sops/page.tsx'), 'SopsPage'),
  }),
  createRoute({
    ...page('/clock', { title: msg('Clock In/Out'), offline: true }),
    component: lazyRouteComponent(() => import('./clock/page.tsx'), 'ClockPage'),
  }),
  createRoute({
    ...page('/analytics', {
      title: msg('Analytics'),
      allow: 'analytics:read',
    }),
    component: lazyRouteComponent(() => import('./analytics/page.tsx'), 'AnalyticsPage'),
  }),
  createRoute({
    ...page('/reminders', { title: msg('Reminders') }),
    component: lazyRouteComponent(() => import('./reminders/page.tsx'), 'RemindersPage'),
  }),
  createRoute({
    ...page('/roster', {
      title: msg('Roster'),
      offline: true,
      allow: 'roster:read',
    }),
    component: lazyRouteComponent(() => import('./roster/page.tsx'), 'RosterPage'),
  }),
  createRoute({
    ...page('/absences', {
      title: msg('Absences'),
      allow: 'roster:read',
    }),
    component: lazyRouteComponent(() => import('./absences/page.tsx'), 'AbsencesPage'),
  }),
  createRoute({
    ...page('/routines', {
      title: msg('Routines'),
      allow: 'routine:read',
    }),
    component: lazyRouteComponent(() => import('./shell/routines-page.tsx'), 'RoutinesScreen'),
  }),
  createRoute({
    ...page('/handovers', {
      title: msg('Handovers'),
      allow: 'handover:read',
    }),
    component: lazyRouteComponent(() => import('./shift/handovers/page.tsx'), 'HandoversPage'),
  }),
  createRoute({
    ...page('/messages', {
      title: msg('Messages'),
      offline: true,
      allow: 'thread:read',
    }),
    component: lazyRouteComponent(() => import('./threads/page.tsx'), 'MessagesPage'),
  }),
  createRoute({
    ...page('/briefing', {
      title: msg('Briefing'),
      offline: true,
      allow: 'briefing:own',
    }),
    component: lazyRouteComponent(() => import('./shift/briefing/page.tsx'), 'BriefingPage'),
  }),
  createRoute({
    ...page('/on-duty', {
      title: msg('On duty now'),
      allow: 'duty:read',
    }),
    component: lazyRouteComponent(() => import('./shift/on-duty/page.tsx'), 'OnDutyPage'),
  }),
  createRoute({
    ...page('/problems', {
      title: msg('My reports'),
      offline: true,
      allow: 'task:report',
    }),
    component: lazyRouteComponent(() => import('./problems/my-reports-page.tsx'), 'MyReportsPage'),
  }),
  createRoute({
    ...page('/p/$code', {
      title: msg('Place'),
      offline: true,
      allow: 'task:report',
    }),
    component: lazyRouteComponent(() => import('./places/place-page.tsx'), 'PlacePage'),
  }),
  createRoute({
    ...page('/places', {
      title: msg('Places and signs'),
      allow: 'place:manage',
    }),
    component: lazyRouteComponent(() => import('./places/page.tsx'), 'PlacesPage'),
  }),
  createRoute({
    ...page('/admin/users', {
      title: msg('Users'),
      allow: 'user:manage',
    }),
    component: lazyRouteComponent(() => import('./users/page.tsx'), 'UsersPage'),
  }),
  createRoute({
    ...page('/admin/audit', {
      title: msg('Audit log'),
      allow: 'audit:read',
    }),
    component: lazyRouteComponent(() => import('./audit-log/page.tsx'), 'AuditLogPage'),
  }),
  createRoute({
    ...page('/admin/feedback', {
      title: msg('Feedback'),
      allow: 'feedback:read',
    }),
    component: lazyRouteComponent(() => import('./feedback/page.tsx'), 'FeedbackScreen'),
  }),
  createRoute({
    ...page('/admin/jobs', {
      title: msg('Background work'),
      allow: 'job:read',
    }),
    component: lazyRouteComponent(() => import('./jobs/page.tsx'), 'JobsPage'),
  }),
  createRoute({
    ...page('/admin/operations', {
      title: msg('Operations'),
      allow: 'operations:read',
    }),
    component: lazyRouteComponent(() => import('./operations/page.tsx'), 'OperationsPage'),
  }),
  createRoute({
    ...page('/admin/webhooks', {
      title: msg('Webhooks'),
      allow: 'webhook:manage',
    }),
    component: lazyRouteComponent(() => import('./webhooks/page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    ...page('/admin/kiosks', {
      title: msg('Kiosks'),
      allow: 'kiosk:manage',
    }),
    component: lazyRouteComponent(() => import('./kiosks/page.tsx'), 'KiosksPage'),
  }),
  createRoute({
    ...page('/admin/holidays', {
      title: msg('Holidays'),
      allow: 'holiday:manage',
    }),
    component: lazyRouteComponent(() => import('./holidays/page.tsx'), 'HolidaysPage'),
  }),
  createRoute({
    ...page('/admin/work-rules', {
      title: msg('Work rules'),
      allow: 'organisation:update',
    }),
    component: lazyRouteComponent(() => import('./work-rules/page.tsx'), 'WorkRulesPage'),
  }),
  createRoute({
    ...page('/admin/payroll', {
      title: msg('Payroll'),
      allow: 'payroll:manage',
    }),
    component: lazyRouteComponent(() => import('./payroll/page.tsx'), 'PayrollPage'),
  }),
  createRoute({
    ...page('/kiosk', { title: msg('Kiosk'), offline: true, open: true }),
    component: lazyRouteComponent(() => import('./kiosks/tablet/page.tsx'), 'KioskPage'),
  }),
  createRoute({
    ...page('/setup', {
      title: msg('Set up Muster'),
      allow: 'setup:manage',
    }),
    component: lazyRouteComponent(() => import('./setup/page.tsx'), 'SetupPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '$',
    component: lazyRouteComponent(() => import('./shell/not-found-page.tsx'), 'NotFoundPage'),
    staticData: { unknown: true },
  }),
])

/** The router. To make it takes a slow phone a while, so it is not made while this script is evaluated. */
export function createScreens() {
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // A page that nobody has seen before is at its top. To scroll there would lay it out within the task that draws it.
  let isAtTop = opening?.type === 'navigate'
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPendingComponent: ScreenPending,
    defaultErrorComponent: ScreenFailed,
    scrollRestoration: () => {
      const restores = !isAtTop
      isAtTop = false
      return restores
    },
    scrollToTopSelectors: ['#content'],
  })
}
