import { Popover as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import { useGuardedClosing } from './guarded-closing.ts'
import { edgeSpace, type PanelProps } from './panel.ts'
import { returnFocus } from './return-focus.ts'

/**
 * A panel at the button that opened it (`usePanel`). The back button closes it, by itself or, if it `isInAddress`, as
 * an entry of the history. Load it on demand: it brings its library along.
 */
export function FloatingPanel({
  id,
  anchor,
  byKeyboard: _,
  onClose,
  isInAddress = false,
  className,
  ...content
}: PanelProps & { isInAddress?: boolean } & ComponentProps<typeof Radix.Content>) {
  useGuardedClosing({ open: true, onClose, closesOnBack: !isInAddress })
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          {...content}
          id={id}
          sideOffset={4}
          collisionPadding={edgeSpace()}
          onCloseAutoFocus={(event) => returnFocus(event, anchor.current)}
          onInteractOutside={(event) => {
            // A click on the button closes the panel by itself.
            if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
          }}
          className={cx(
            'z-50 flex origin-(--radix-popper-transform-origin) animate-grow-in flex-col overflow-hidden',
            'rounded-card border border-line raised shadow-float outline-none dark:border-transparent',
            className,
          )}
        />
      </Radix.Portal>
    </Radix.Root>
  )
}
