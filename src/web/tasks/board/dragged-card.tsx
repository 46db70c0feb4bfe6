import { type RefObject, useEffect } from 'react'
import { cx } from '../../ui/class-names.ts'
import { CardFace } from './card-face.tsx'
import { dragging } from './dragging.ts'

/** The card that follows the pointer. The board, or the lanes, have `data-dragging` as long as there is one. */
export function DraggedCard({
  ref,
  board,
  className,
}: {
  ref: RefObject<HTMLDivElement | null>
  board: RefObject<HTMLElement | null>
  className?: string
}) {
  const now = dragging.use()
  const isDragging = now !== null
  useEffect(() => {
    const element = board.current
    element?.toggleAttribute('data-dragging', isDragging)
    return () => element?.removeAttribute('data-dragging')
  }, [board, isDragging])
  return (
    now && (
      <div
        ref={ref}
        aria-hidden="true"
        className={cx('rotate-[1.4deg] cursor-grabbing *:border-transparent *:shadow-float', className)}
      >
        <CardFace task={now.task} column={now.column} />
      </div>
    )
  )
}
