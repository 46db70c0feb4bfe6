import { Check } from 'lucide-react'
import { Menu as Radix } from 'radix-ui/internal'
import type { ReactNode, SyntheticEvent } from 'react'
import { cx } from './class-names.ts'
import { useGuardedClosing } from './guarded-closing.ts'
import { MenuContext, type MenuParts } from './menu-parts.ts'
import { edgeSpace, type PanelProps } from './panel.ts'
import { returnFocus } from './return-focus.ts'

/** A menu may stand in a card that is clicked and dragged. The card must not receive the menu's events. */
const stop = (event: SyntheticEvent) => event.stopPropagation()

function focusEntry(event: Event) {
  const panel = event.currentTarget as HTMLElement
  const entry = panel.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')
  event.preventDefault()
  entry?.focus()
}

/** The panel of `Menu`, which the back button closes. A module of its own, so that it loads on demand. */
export function MenuPanel({
  id,
  anchor,
  byKeyboard,
  onClose,
  align,
  children,
}: PanelProps & { align: 'start' | 'center' | 'end'; children: ReactNode }) {
  useGuardedClosing({ open: true, onClose, closesOnBack: true })
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          id={id}
          aria-labelledby={`${id}trigger`}
          align={align}
          sideOffset={4}
          collisionPadding={edgeSpace()}
          loop
          onClick={stop}
          onPointerDown={stop}
          onKeyDown={stop}
          onEntryFocus={(event) => byKeyboard && focusEntry(event)}
          onCloseAutoFocus={(event) => returnFocus(event, anchor.current)}
          className={cx(
            'z-50 max-h-(--radix-popper-available-height) min-w-48 max-w-[min(20rem,calc(100vw-1rem))] origin-(--radix-popper-transform-origin) animate-grow-in overflow-y-auto',
            'rounded-[10px] border border-line raised p-1 dark:border-transparent shadow-float outline-none touch:min-w-60',
          )}
        >
          <MenuContext value={parts}>{children}</MenuContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const row = cx(
  'flex min-h-8 w-full cursor-pointer select-none items-center gap-2.5 rounded-md px-2 py-1 outline-none touch:min-h-11 touch:px-3 touch:text-md',
  'data-highlighted:bg-hover forced-colors:data-highlighted:outline-2 forced-colors:data-highlighted:outline-solid forced-colors:data-highlighted:-outline-offset-2 data-disabled:pointer-events-none data-disabled:opacity-50 [&>svg]:size-4 [&>svg]:shrink-0',
)

const parts: MenuParts = {
  Entry: ({ onSelect, icon: Icon, shortcut, destructive, disabled, children }) => (
    <Radix.Item
      disabled={disabled}
      onSelect={onSelect}
      className={cx(row, destructive ? 'text-overdue' : '[&>.lucide]:text-muted')}
    >
      {Icon && <Icon aria-hidden="true" />}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && <kbd className="ms-4 font-sans text-muted text-xs">{shortcut}</kbd>}
    </Radix.Item>
  ),
  Choices: ({ value, onChange, choices }) => (
    <Radix.RadioGroup value={value} onValueChange={onChange}>
      {choices.map(({ value: choice, label, icon: Icon }) => (
        <Radix.RadioItem key={choice} value={choice} className={cx(row, '[&>.lucide]:text-muted')}>
          {Icon ? <Icon aria-hidden="true" /> : choices.some(({ icon }) => icon) && <span className="w-4 shrink-0" />}
          <span dir="auto" className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
            {label}
          </span>
          <Radix.ItemIndicator>
            <Check aria-hidden="true" className="size-4 text-accent" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  ),
  Separator: () => <Radix.Separator className="-mx-1 my-1 h-px bg-line" />,
  Label: ({ children }) => (
    <Radix.Label className="px-2 py-1.5 font-semibold text-muted text-xs touch:px-3">{children}</Radix.Label>
  ),
}
