import { ChevronLeft, ChevronRight, Download, Trash2, X, ZoomIn, ZoomOut } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState, type WheelEvent } from 'react'
import type { Photo } from '../../../shared/photos.ts'
import { isRightToLeft } from '../../direction.ts'
import { useI18n } from '../../language.ts'
import { IconButton } from '../../ui/button.tsx'
import { useGuardedClosing } from '../../ui/guarded-closing.ts'

interface Place {
  scale: number
  x: number
  y: number
}
const WHOLE: Place = { scale: 1, x: 0, y: 0 }
const MAX_SCALE = 6
/** A finger that has moved so many pixels to the side turns to the next photo. */
const SWIPE = 60

/**
 * Photos over the whole screen: to zoom by pinch, wheel, double tap and keys, and to turn by swipe and arrow keys.
 * People who may remove them get `onRemove`. The viewer closes when the photo that it shows has gone.
 */
export function PhotoViewer({
  photos,
  start,
  by,
  onClose,
  onRemove,
}: {
  photos: readonly Pick<Photo, 'id' | 'url' | 'thumbnailUrl'>[]
  /** The id of the photo that is shown first. */
  start: string
  by: string
  onClose: () => void
  onRemove?: ((id: string) => void) | undefined
}) {
  const i18n = useI18n()
  const [shown, setShown] = useState(start)
  const at = photos.findIndex(({ id }) => id === shown)
  const [place, setPlace] = useState(WHOLE)
  const stage = useRef<HTMLDivElement>(null)
  const { requestClose } = useGuardedClosing({ open: true, onClose, askBeforeClose: undefined, closesOnBack: true })
  const gestures = useGestures(stage, place, setPlace, (by) => turn(by))
  const photo = photos[at]
  useEffect(() => {
    if (!photo) onClose()
  }, [photo, onClose])
  if (!photo) return null

  function turn(by: number) {
    const next = photos[at + by]
    if (!next) return
    setShown(next.id)
    setPlace(WHOLE)
  }
  const zoom = (factor: number) => setPlace((now) => zoomed(now, factor))
  const onKeyDown = (event: KeyboardEvent) => {
    const forward = isRightToLeft() ? -1 : 1
    const keys: Record<string, () => void> = {
      ArrowRight: () => turn(forward),
      ArrowLeft: () => turn(-forward),
      '+': () => zoom(1.5),
      '=': () => zoom(1.5),
      '-': () => zoom(1 / 1.5),
      '0': () => setPlace(WHOLE),
    }
    const act = keys[event.key]
    if (!act || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    act()
  }
  const title = i18n.t('Photo {number} of {total}', { number: at + 1, total: photos.length })
  return (
    <Radix.Root open onOpenChange={(next) => !next && requestClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-60 bg-black" />
        <Radix.Content
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-60 flex flex-col px-(--notch) text-white outline-none"
        >
          <header className="flex items-center gap-1 p-1.5 pt-[max(0.375rem,env(safe-area-inset-top))] [&_button:hover]:bg-white/15 [&_button:hover]:text-white [&_button]:text-white">
            <Radix.Title className="tabular me-auto ps-3 font-medium">{title}</Radix.Title>
            <span className="flex max-[22rem]:hidden">
              <IconButton label={i18n.t('Zoom out')} onClick={() => zoom(1 / 1.5)}>
                <ZoomOut aria-hidden="true" className="size-5" />
              </IconButton>
              <IconButton label={i18n.t('Zoom in')} onClick={() => zoom(1.5)}>
                <ZoomIn aria-hidden="true" className="size-5" />
              </IconButton>
            </span>
            {onRemove && (
              <IconButton
                label={i18n.t('Remove the photo')}
                onClick={() => {
                  onClose()
                  onRemove(photo.id)
                }}
              >
                <Trash2 aria-hidden="true" className="size-5" />
              </IconButton>
            )}
            <a
              href={photo.url}
              download={`photo-${photo.id}`}
              aria-label={i18n.t('Download the photo')}
              className="grid size-8.5 place-items-center rounded-control hover:bg-white/15 touch:size-11"
            >
              <Download aria-hidden="true" className="size-5" />
            </a>
            <IconButton label={i18n.t('Close')} onClick={requestClose}>
              <X aria-hidden="true" className="size-5" />
            </IconButton>
          </header>
          <div ref={stage} {...gestures} className="relative min-h-0 flex-1 touch-none overflow-hidden">
            <img
              key={photo.id}
              src={photo.url}
              alt={i18n.t('Photo {number} by {name}', { number: at + 1, name: by })}
              draggable={false}
              style={{
                transform: `translate(${place.x}px, ${place.y}px) scale(${place.scale})`,
                backgroundImage: `url("${photo.thumbnailUrl}")`,
              }}
              className="size-full bg-center bg-contain bg-no-repeat object-contain"
            />
          </div>
          {photos.length > 1 && (
            <nav
              aria-label={i18n.t('Photos')}
              className="flex justify-between p-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))] [&_button:hover]:bg-white/15 [&_button:hover]:text-white [&_button]:text-white"
            >
              <IconButton label={i18n.t('Previous photo')} disabled={at === 0} onClick={() => turn(-1)}>
                <ChevronLeft aria-hidden="true" className="size-6" />
              </IconButton>
              <IconButton label={i18n.t('Next photo')} disabled={at === photos.length - 1} onClick={() => turn(1)}>
                <ChevronRight aria-hidden="true" className="size-6" />
              </IconButton>
            </nav>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Larger or smaller, around a point seen from the middle of the stage. */
function zoomed(place: Place, factor: number, x = 0, y = 0): Place {
  const scale = Math.min(MAX_SCALE, Math.max(1, place.scale * factor))
  if (scale === 1) return WHOLE
  const grown = scale / place.scale
  return { scale, x: x - (x - place.x) * grown, y: y - (y - place.y) * grown }
}

const DOUBLE_TAP_MS = 300

/** Pointers, wheel and double tap on the stage. */
function useGestures(
  stage: { current: HTMLElement | null },
  place: Place,
  setPlace: (change: Place | ((now: Place) => Place)) => void,
  onTurn: (by: number) => void,
) {
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const swiped = useRef(0)
  const tappedAt = useRef(Number.NEGATIVE_INFINITY)
  /** A point of the window, seen from the middle of the stage. */
  const fromMiddle = (x: number, y: number): [number, number] => {
    const box = stage.current?.getBoundingClientRect()
    return box ? [x - box.left - box.width / 2, y - box.top - box.height / 2] : [0, 0]
  }
  const end = (event: PointerEvent) => {
    if (!pointers.current.delete(event.pointerId) || pointers.current.size > 0) return
    const forward = isRightToLeft() ? 1 : -1
    if (place.scale === 1 && Math.abs(swiped.current) > SWIPE) onTurn(Math.sign(swiped.current) * forward)
    else if (Math.abs(swiped.current) < 8) {
      const isDouble = event.timeStamp - tappedAt.current < DOUBLE_TAP_MS
      tappedAt.current = isDouble ? Number.NEGATIVE_INFINITY : event.timeStamp
      if (isDouble) {
        const [x, y] = fromMiddle(event.clientX, event.clientY)
        setPlace((now) => (now.scale > 1 ? WHOLE : zoomed(now, 2.5, x, y)))
      }
    }
    swiped.current = 0
  }
  return {
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId)
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove(event: PointerEvent) {
      const before = pointers.current.get(event.pointerId)
      if (!before) return
      const now = { x: event.clientX, y: event.clientY }
      pointers.current.set(event.pointerId, now)
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
      if (other) {
        const distance = (point: typeof now) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y))
        const [x, y] = fromMiddle((now.x + other.x) / 2, (now.y + other.y) / 2)
        const factor = distance(now) / distance(before)
        setPlace((last) => zoomed(last, factor, x, y))
        // Two fingers do not swipe.
        swiped.current = Number.NaN
        return
      }
      swiped.current += now.x - before.x
      if (place.scale > 1) setPlace((last) => ({ ...last, x: last.x + now.x - before.x, y: last.y + now.y - before.y }))
    },
    onPointerUp: end,
    onPointerCancel: end,
    onWheel({ deltaY, clientX, clientY }: WheelEvent) {
      const [x, y] = fromMiddle(clientX, clientY)
      setPlace((now) => zoomed(now, Math.exp(-deltaY / 300), x, y))
    },
  }
}
