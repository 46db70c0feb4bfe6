// Runs before the first paint and before the screens' script is here. The build writes it into the page, so nothing
// waits for it (`vite.config.ts`). The content security policy allows it by its hash (`server/http/pages.ts`).

// The oldest browsers in which Muster works lack these (docs/browsers.md). Our code and our packages use them.
const additions = {
  toReversed() {
    return [...this].reverse()
  },
  toSorted(compare) {
    return [...this].sort(compare)
  },
  toSpliced(...change) {
    const copy = [...this]
    copy.splice(...change)
    return copy
  },
  with(index, value) {
    const copy = [...this]
    copy[index < 0 ? copy.length + index : index] = value
    return copy
  },
}
for (const name of Object.keys(additions))
  if (!(name in Array.prototype))
    Object.defineProperty(Array.prototype, name, { value: additions[name], configurable: true, writable: true })

// A still older browser is told so, in its language. The build makes that script fit for it (`vite.config.ts`).
if (!('findLast' in Array.prototype && CSS.supports('height', '1dvh')))
  document.head.appendChild(Object.assign(document.createElement('script'), { src: '/too-old.js' }))

const stored = (name, storage = 'localStorage') => {
  try {
    return globalThis[storage].getItem(name)
  } catch {
    return null
  }
}

const parsed = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

// Theme, language and direction. `ui/theme.ts` and `language.ts` take over from here.
const theme = stored('muster.theme')
const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.theme = dark ? 'dark' : 'light'
// As in "ar rtl".
const [lang, dir] = stored('muster.shown-language')?.split(' ') ?? []
if (dir) Object.assign(document.documentElement, { lang, dir })

// The service worker has the letters. Without it they come after the script (`main.tsx`): it needs the network first.
// They are asked for as soon as their style is there. A `preload` written by a script would be of no use: Chromium
// ignores its letters if they come through the service worker.
const askForLetters = () => document.fonts.load('1em "Inter Variable"').catch(() => {})
if (navigator.serviceWorker?.controller)
  document.addEventListener('readystatechange', () => styled().then(askForLetters), { once: true })

/** Waits for the page's style, and returns it. While developing there is none. */
async function styled() {
  const style = document.querySelector('link[rel="stylesheet"]')
  if (style && !style.sheet) await new Promise((resolve) => style.addEventListener('load', resolve))
  return style
}

// Shows the first cards' titles in the frame until the cards are there. `tasks/board/first-card.ts` has the place.
const showTitles = async (reply, address) => {
  const response = await reply
  const board = response.ok && (await response.clone().json())
  const frame = document.getElementById('frame')
  if (!board || !(await styled())) return
  const list = frame.querySelector('[data-titles]')
  list.style.top = stored('muster.first-card')
  for (const { id, title } of board.pending.tasks.slice(0, 8)) {
    const card = frame.querySelector('template').content.cloneNode(true)
    card.querySelector('p').textContent = title
    // The screen begins with the task that was tapped.
    card.firstChild.onclick = () => {
      address.set('task', id)
      history.pushState(null, '', `?${address}`)
    }
    list.append(card)
  }
}

// Asks for the first screen's data. `api/early-replies.ts` takes the replies, or asks itself if the address is another.
const replies = new Map()
const ask = (path, body) => {
  const headers = { ...(lang && { 'accept-language': lang }), ...(body && { 'content-type': 'application/json' }) }
  const call = { headers, credentials: 'include', ...(body && { method: 'POST', body: JSON.stringify(body) }) }
  const reply = fetch(`/api/v1${path}`, call)
  // The code that takes it sees the error.
  reply.catch(() => {})
  replies.set(`${body ? 'POST ' : ''}/api/v1${path}`, reply)
  return reply
}
const person = stored('muster.person')
const isSignedIn = person !== null || document.querySelector('meta[name="muster"]').dataset.session !== undefined
const isLeaving = stored('muster.leaving') !== null
if (isSignedIn && !isLeaving) {
  // For `frame.html`.
  document.documentElement.dataset.framed = ''
  ask('/auth/session')
  const isUpright = matchMedia('(max-width: 47.99rem) and (min-height: 30rem)').matches
  // The board of a phone begins with the person's own tasks, if they were chosen last (`tasks/filters/mine.ts`).
  if (isUpright && person && location.pathname === '/tasks' && !location.search && stored('muster.mine') === 'true')
    history.replaceState(history.state, '', '?assignee=me')
  const address = new URLSearchParams(location.search)
  const ownId = address.get('assignee') === 'me' && person?.split('.')[0]
  const hasBoard =
    ['/', '/dashboard', '/tasks'].includes(location.pathname) &&
    (address.get('view') ?? stored('muster.view') ?? 'kanban') === 'kanban' &&
    [...address.keys()].every((name) => ['view', 'task', 'new', ...(ownId ? ['assignee'] : [])].includes(name))
  if (hasBoard) {
    const chosen = parsed(stored('muster.department', 'sessionStorage'))
    const isOwn = chosen && person?.startsWith(`${chosen.viewerId}.`)
    const query = isOwn ? `?departmentId=${chosen.departmentId}` : ''
    const sort = stored('muster.board-sort') ?? 'createdAt'
    const filter = new URLSearchParams({
      ...(isOwn && { departmentId: chosen.departmentId }),
      ...(ownId && { assigneeId: ownId }),
      ...(sort !== 'createdAt' && { sort }),
    })
    const board = ask(`/tasks/board${`${filter}` ? `?${filter}` : ''}`)
    if (location.pathname === '/tasks') {
      // Larger screens have more columns, a reloaded page may be scrolled, and a guest's cards have no check.
      const isPhone = matchMedia('(max-width: 47.99rem) and (min-height: 26rem)').matches
      const isNew = performance.getEntriesByType('navigation')[0].type === 'navigate'
      if (isPhone && isNew && !person?.includes('.guest.')) showTitles(board, address).catch(() => {})
    } else {
      ask(`/dashboard/metrics${query}`)
      // On phones it is folded.
      if (matchMedia('(min-width: 48rem)').matches) ask(`/dashboard/activity${query}`)
    }
  }
  // The first number and the first date that a page writes take a slow phone 60 ms. The network keeps it waiting now
  // anyway. Each has a task of its own, so that none is long.
  for (const Format of [Intl.NumberFormat, Intl.DateTimeFormat]) setTimeout(() => new Format(lang).format(0))
} else if (!isLeaving) {
  // A visitor gets the sign-in screen. Its scripts and its data come beside the first script, not after it.
  ask('/auth/session')
  ask('/organisation')
  // `auth/password-link.ts` takes it out of the address.
  const [, token] = /^#invite=([\w-]{20,100})$/.exec(location.hash) ?? []
  if (token) ask('/auth/invitation', { token })
  for (const name of document.querySelector('meta[name="visitor"]')?.content.match(/\S+/g) ?? []) {
    const href = `/assets/${name}.js`
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
}
Object.assign(globalThis, { earlyReplies: replies })
