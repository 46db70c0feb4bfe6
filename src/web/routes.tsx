import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Navigate } from '@tanstack/react-router'
import type { Screen } from '../shared/screens.ts'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { Root } from './shell/root.tsx'
import type { ScreenInfo } from './shell/screen.ts'
import { FullPageSpinner, PageFailed, ScreenFailed, ScreenPending } from './shell/screen-states.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
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
  createRoute({ ...page('/', { title: 'Dashboard', offline: true }), ...dashboard }),
  createRoute({ ...page('/dashboard', { title: 'Dashboard', offline: true }), ...dashboard }),
  createRoute({ ...page('/tasks', { title: 'Tasks', offline: true }), ...board }),
  createRoute({
    ...page('/projects', { title: 'Projects' }),
    component: lazyRouteComponent(() => import('./projects/page.tsx'), 'ProjectsPage'),
  }),
  createRoute({
    ...page('/calendar', { title: 'Calendar', offline: true }),
    component: lazyRouteComponent(() => import('./shell/calendar-page.tsx'), 'CalendarPage'),
  }),
  createRoute({
    ...page('/profile', { title: 'Profile', offline: true }),
    component: lazyRouteComponent(() => import('./profile/page.tsx'), 'ProfilePage'),
  }),
  createRoute({
    ...page('/sops', {
      title: 'SOPs',
      allow: 'sop:read',
      refusal: { title: 'Access Restricted', message: 'SOPs are for members of the staff.' },
    }),
    component: lazyRouteComponent(() => import('./sops/page.tsx'), 'SopsPage'),
  }),
  createRoute({
    ...page('/clock', { title: 'Clock In/Out', offline: true }),
    component: lazyRouteComponent(() => import('./clock/page.tsx'), 'ClockPage'),
  }),
  createRoute({
    ...page('/analytics', {
      title: 'Analytics',
      allow: 'analytics:read',
      refusal: { title: 'Access Denied: You need Manager+ permissions to view analytics data.' },
    }),
    component: lazyRouteComponent(() => import('./analytics/page.tsx'), 'AnalyticsPage'),
  }),
  createRoute({
    ...page('/reminders', { title: 'Reminders' }),
    component: lazyRouteComponent(() => import('./reminders/page.tsx'), 'RemindersPage'),
  }),
  createRoute({
    ...page('/admin/users', {
      title: 'Users',
      allow: 'user:manage',
      refusal: { title: 'Access Denied', message: 'Managing users is for administrators.' },
    }),
    component: lazyRouteComponent(() => import('./users/page.tsx'), 'UsersPage'),
  }),
  createRoute({
    ...page('/admin/audit', {
      title: 'Audit log',
      allow: 'audit:read',
      refusal: { title: 'Access Denied', message: 'The audit log is for administrators.' },
    }),
    component: lazyRouteComponent(() => import('./audit-log/page.tsx'), 'AuditLogPage'),
  }),
  createRoute({
    ...page('/admin/feedback', {
      title: 'Feedback',
      allow: 'feedback:read',
      refusal: { title: 'Access Denied', message: 'Reading feedback is for administrators.' },
    }),
    component: lazyRouteComponent(() => import('./feedback/page.tsx'), 'FeedbackPage'),
  }),
  createRoute({
    ...page('/admin/jobs', {
      title: 'Background work',
      allow: 'job:read',
      refusal: { title: 'Access Denied', message: 'The background work is for administrators.' },
    }),
    component: lazyRouteComponent(() => import('./jobs/page.tsx'), 'JobsPage'),
  }),
  createRoute({ getParentRoute: () => root, path: '$', component: NotFoundPage, staticData: { unknown: true } }),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: ScreenPending,
  defaultErrorComponent: ScreenFailed,
  scrollRestoration: true,
  scrollToTopSelectors: ['#content'],
})
