import type { ComponentProps, MouseEvent } from 'react'

/** Whether the browser opens the pressed link elsewhere: in a tab or a window of its own. */
export const opensElsewhere = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || ctrlKey || metaKey || shiftKey || altKey

/**
 * Opens the address of a card or a row in a tab of its own, if Ctrl or the middle button was pressed. The browser does
 * so for a link.
 */
export function openInTab(event: MouseEvent, href: string) {
  if (event.target instanceof Element && event.target.closest('a')) return
  if (event.button === 1 || (event.button === 0 && (event.ctrlKey || event.metaKey)))
    window.open(href, '_blank', 'noopener')
}

/**
 * A link that opens something over this screen. With Ctrl or the middle button the browser opens its address in a tab
 * of its own. It is not the router's own link: that works out its address again at each change of the screen's address,
 * for each card of a long list.
 */
export const OpeningLink = ({
  href,
  onOpen,
  ...rest
}: Omit<ComponentProps<'a'>, 'onClick'> & { href: string; onOpen: () => void }) => (
  <a
    {...rest}
    href={href}
    // Cards are dragged, not their links.
    draggable={false}
    onClick={(event) => {
      if (opensElsewhere(event)) return
      event.preventDefault()
      onOpen()
    }}
  />
)
