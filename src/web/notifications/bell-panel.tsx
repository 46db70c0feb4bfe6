import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell, CheckCheck, Settings2 } from 'lucide-react'
import { type ComponentType, useEffect, useId, useState } from 'react'
import { type Notification, type NotificationFilter, notificationsApi } from '../../shared/notifications.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import { replyOf } from '../api/queries.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FloatingPanel } from '../ui/floating-panel.tsx'
import { NOT_SMALL, useMedia } from '../ui/media.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import type { PanelProps } from '../ui/panel.ts'
import { Segmented } from '../ui/segmented.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showUnreadInList } from '../ui/toast.tsx'
import { type NotificationOpening, NotificationRow } from './notification-row.tsx'
import { useIsRead, useMarkAllRead } from './reading.ts'

/** Draws the actions on a notification's subject, at the end of its row; nothing for most. */
export type NotificationAction = ComponentType<{ notification: Notification }>

/** The bell's open panel: the viewer's newest notifications. It reads them each time it opens. */
export function BellPanel({
  Action,
  isInAddress = false,
  ...panel
}: PanelProps & { Action?: NotificationAction | undefined; isInAddress?: boolean }) {
  // The opened screen takes the place of the panel in the history, which closes it.
  const opening: NotificationOpening = isInAddress ? { replace: true } : { onClick: panel.onClose }
  const headingId = useId()
  const notSmall = useMedia(NOT_SMALL)
  // On small screens toasts appear where the panel is.
  useEffect(() => (notSmall ? undefined : showUnreadInList()), [notSmall])
  return (
    <FloatingPanel
      {...panel}
      isInAddress={isInAddress}
      aria-labelledby={headingId}
      align="end"
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
      }}
      className="h-(--radix-popper-available-height) w-[min(27rem,calc(100vw-1rem))]"
    >
      <Notifications headingId={headingId} Action={Action} opening={opening} />
    </FloatingPanel>
  )
}

const filterChoices: { value: NotificationFilter | 'all'; label: Message }[] = [
  { value: 'all', label: msg('All ##notifications') },
  { value: 'me', label: msg('Mine ##notifications') },
  { value: 'urgent', label: msg('Urgent') },
  { value: 'department', label: msg('Department') },
]

function Notifications({
  headingId,
  Action,
  opening,
}: {
  headingId: string
  Action: NotificationAction | undefined
  opening: NotificationOpening
}) {
  const [about, setAbout] = useState<NotificationFilter>()
  const query = useQuery({
    ...replyOf(notificationsApi.list, about ? { query: { about } } : {}),
    refetchOnMount: 'always',
  })
  const { data } = query
  const i18n = useI18n()
  const isRead = useIsRead()
  const markAllRead = useMarkAllRead()
  return (
    <>
      <div className="flex min-h-11 shrink-0 flex-wrap items-center justify-between gap-x-2 border-line border-b pe-1.5 ps-4">
        <h2 id={headingId} className="font-semibold">
          {i18n.t('Notifications')}
        </h2>
        {data?.some((notification) => !isRead(notification)) && (
          <Button
            variant="ghost"
            className="h-auto! min-h-8 max-w-full px-2.5! text-sm! whitespace-normal! touch:min-h-11"
            onClick={({ currentTarget }) => {
              currentTarget.closest<HTMLElement>('[role="dialog"]')?.focus()
              markAllRead()
            }}
          >
            <CheckCheck aria-hidden="true" className="size-4" />
            {i18n.t('Mark all as read')}
          </Button>
        )}
      </div>
      <Segmented
        label={i18n.t('Which notifications')}
        value={about ?? 'all'}
        onChange={(chosen) => setAbout(chosen === 'all' ? undefined : chosen)}
        choices={filterChoices.map(({ value, label }) => ({ value, label: i18n.t(label) }))}
        className="mx-4 my-2 shrink-0"
      />
      {data && data.length > 0 ? (
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <ul className="divide-y divide-line">
            {data.map((notification) => (
              <NotificationRow
                key={notification.id}
                notification={notification}
                isRead={isRead(notification)}
                opening={opening}
              >
                {Action && <Action notification={notification} />}
              </NotificationRow>
            ))}
          </ul>
          <SettingsLink opening={opening} />
        </div>
      ) : data ? (
        <div className="min-h-0 overflow-y-auto">
          <EmptyState
            icon={Bell}
            title={about ? i18n.t('No notifications of this kind') : i18n.t('No notifications')}
            className="py-8!"
          >
            {about ? i18n.t('Choose All to see the others.') : i18n.t('Your new tasks and reminders appear here.')}
          </EmptyState>
          <SettingsLink opening={opening} />
        </div>
      ) : (
        <NotLoaded query={query} failure={i18n.t('The notifications could not be loaded.')} className="py-8!">
          <Loading />
        </NotLoaded>
      )}
    </>
  )
}

/** The way to where people choose when and on which devices they are told. Newcomers look for it here. */
function SettingsLink({ opening }: { opening: NotificationOpening }) {
  const i18n = useI18n()
  return (
    <Link
      to="/profile"
      hash="notifications"
      {...opening}
      className="flex min-h-11 items-center gap-3 border-line border-t px-4 py-2 font-medium text-accent text-sm hover:bg-hover focus-visible:-outline-offset-2"
    >
      <Settings2 aria-hidden="true" className="size-4 shrink-0" />
      {i18n.t('Notification settings')}
    </Link>
  )
}

function Loading() {
  const i18n = useI18n()
  return (
    <div role="status" className="flex flex-col overflow-hidden px-4 pt-3">
      <span className="mb-3 text-muted text-sm">{i18n.t('Loading notifications...')}</span>
      {['w-40', 'w-32', 'w-36'].map((width) => (
        <div key={width} className="flex gap-3 border-line border-t py-3">
          <Skeleton className="size-7 rounded-full!" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="h-3.5" />
          </div>
        </div>
      ))}
    </div>
  )
}
