import { useQuery } from '@tanstack/react-query'
import { Bell, CheckCheck } from 'lucide-react'
import { Popover as Radix } from 'radix-ui'
import { type RefObject, useId } from 'react'
import { notificationsApi } from '../../shared/notifications.ts'
import { replyOf } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailedState } from '../ui/failed-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { NotificationRow } from './notification-row.tsx'
import { useIsRead, useMarkAllRead } from './reading.ts'

/** The open part of the bell: one's newest notifications, read each time it opens and only while it is open. */
export function BellPanel({
  id,
  anchor,
  onClose,
}: {
  id: string
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}) {
  const headingId = useId()
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          id={id}
          aria-labelledby={headingId}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // Unless what was chosen has moved the focus on.
            if (document.activeElement === document.body) anchor.current?.focus({ preventScroll: true })
          }}
          onInteractOutside={(event) => {
            // The bell itself closes its panel.
            if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
          }}
          className="z-50 flex max-h-[min(20rem,var(--radix-popover-content-available-height))] w-[min(25rem,calc(100vw-1rem))] origin-(--radix-popover-content-transform-origin) animate-grow-in flex-col overflow-hidden rounded-card border border-line raised shadow-float outline-none dark:border-transparent"
        >
          <Notifications headingId={headingId} onClose={onClose} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Notifications({ headingId, onClose }: { headingId: string; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...replyOf(notificationsApi.list, {}),
    refetchOnMount: 'always',
  })
  const isRead = useIsRead()
  const markAllRead = useMarkAllRead()
  return (
    <>
      <div className="flex h-11 shrink-0 items-center justify-between gap-2 border-line border-b pr-1.5 pl-4">
        <h2 id={headingId} className="font-semibold">
          Notifications
        </h2>
        {data?.some((notification) => !isRead(notification)) && (
          <Button
            variant="ghost"
            className="h-8! px-2.5! text-sm! touch:h-11!"
            onClick={({ currentTarget }) => {
              currentTarget.closest<HTMLElement>('[role="dialog"]')?.focus()
              markAllRead()
            }}
          >
            <CheckCheck aria-hidden="true" className="size-4" />
            Mark all as read
          </Button>
        )}
      </div>
      {data && data.length > 0 ? (
        <ul className="min-h-0 flex-1 divide-y divide-line overflow-y-auto overscroll-contain">
          {data.map((notification) => (
            <NotificationRow
              key={notification.id}
              notification={notification}
              isRead={isRead(notification)}
              onOpen={onClose}
            />
          ))}
        </ul>
      ) : data ? (
        <EmptyState icon={Bell} title="No notifications" className="py-8!">
          Tasks that you are given and reminders appear here.
        </EmptyState>
      ) : error ? (
        <FailedState
          message="The notifications could not be loaded."
          onRetry={refetch}
          pending={isFetching}
          className="py-8!"
        />
      ) : (
        <Loading />
      )}
    </>
  )
}

const Loading = () => (
  <div role="status" className="flex flex-col overflow-hidden px-4 pt-3">
    <span className="mb-3 text-muted text-sm">Loading notifications...</span>
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
