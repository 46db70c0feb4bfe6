import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Comment } from '../../../shared/comments.ts'
import { useViewer } from '../../api/viewer.ts'
import { readComments } from './unread.ts'
import { unreadByTask } from './unread-comments.ts'
import type { useScrolling } from './use-scrolling.ts'

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
const useIsVisible = () => useSyncExternalStore(subscribe, () => !document.hidden)

/**
 * News in a conversation: the first new comment, as it was when it was opened, and how many have come below the view.
 * Once they are in view, they are marked as read.
 */
export function useNewComments(
  taskId: number,
  comments: readonly Comment[] | undefined,
  { isAtEnd, isInView }: Pick<ReturnType<typeof useScrolling>, 'isAtEnd' | 'isInView'>,
) {
  const viewer = useViewer()
  const isVisible = useIsVisible()
  const unread = unreadByTask.useSelected((tasks) => tasks.get(taskId))
  const [newFrom, setNewFrom] = useState(unread?.firstId)
  /** The last comment that was in view, or was read before. */
  const [seen, setSeen] = useState<number>()
  /** The last comment that has been in view here. It may become known only later that it was unread. */
  const inView = useRef(0)
  const last = comments?.at(-1)?.id
  const isReading = isAtEnd && isVisible

  useEffect(() => {
    if (!unread || isReading) return
    setNewFrom((from) => from ?? unread.firstId)
    setSeen((before) => Math.max(inView.current, Math.min(before ?? unread.firstId, unread.firstId - 1)))
  }, [unread, isReading])
  useEffect(() => {
    if (last === undefined) return
    if (isReading) inView.current = last
    setSeen((before) => (isReading ? last : (before ?? last)))
  }, [last, isReading])

  // Those that come while somebody reads further up stay unread until they come into view.
  const isMarked = useRef(false)
  const isShown = comments !== undefined && isVisible && (isAtEnd || (isInView && !isMarked.current))
  useEffect(() => {
    if (!unread || !isShown) return
    isMarked.current = true
    void readComments(taskId)
  }, [unread, isShown, taskId])

  const isUnseen = ({ id, author }: Comment) => seen !== undefined && id > seen && author.id !== viewer.id
  return { newFrom, unseen: isAtEnd ? 0 : (comments ?? []).filter(isUnseen).length }
}
