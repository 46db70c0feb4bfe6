import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import type { ServerMessage } from '../../shared/changes.ts'
import { notificationsApi } from '../../shared/notifications.ts'
import { useCall } from '../api/queries.ts'
import { i18nNow } from '../language.ts'
import { isBeforeEyes } from '../live/open-thread.ts'
import { dropUnread, toast } from '../ui/toast.tsx'
import { targetOf } from './target.ts'

type LiveNotification = Extract<ServerMessage, { type: 'notification' }>['data']

/**
 * Returns a function that shows a new notification as a toast, with a button that opens its subject, and calls back
 * when it is to be seen. The function stays the same between renders.
 */
export function useNotificationToast() {
  const navigate = useNavigate()
  const { mutate: markRead } = useCall(notificationsApi.read)
  useEffect(() => dropUnread, [])
  return useCallback(
    ({ id, title, message, ...subject }: LiveNotification, onShown: () => void) => {
      const i18n = i18nNow()
      // Its words are on the screen.
      if (isBeforeEyes(subject.threadId)) return onShown()
      const target = targetOf(subject)
      toast({
        title,
        description: message ?? undefined,
        isUnread: true,
        onShown,
        action: target && {
          label: i18n.t('Open'),
          altText: i18n.t('Open it from the notifications at the top of the page'),
          onSelect: () => {
            markRead({ params: { id } })
            void navigate(target)
          },
        },
      })
    },
    [navigate, markRead],
  )
}
