import { expect, test } from 'vitest'
import { notificationShownAs } from './shown-as.ts'

const pushed = {
  web_push: 8030,
  notification: {
    title: 'New task for you',
    body: 'Turn over 412',
    navigate: 'https://muster.example/tasks?task=7',
    lang: 'ar',
    dir: 'rtl',
    tag: 'n12',
    data: { notificationId: 12, type: 'task', urgency: 'normal' },
  },
  app_badge: 3,
}

test('a push is shown as it was sent, under its tag, with the count for the icon', () => {
  const { title, options, count } = notificationShownAs(pushed, 'all')
  expect(title).toBe('New task for you')
  expect(options).toMatchObject({ body: 'Turn over 412', lang: 'ar', dir: 'rtl', tag: 'n12' })
  expect(options.data).toEqual({ navigate: 'https://muster.example/tasks?task=7', notificationId: 12 })
  expect(options.navigate).toBe('https://muster.example/tasks?task=7')
  expect(count).toBe(3)
})

test('the device chooses how it rings; nothing is both silent and vibrating', () => {
  expect(notificationShownAs(pushed, 'all').options).not.toHaveProperty('silent')
  expect(notificationShownAs(pushed, 'all').options).not.toHaveProperty('vibrate')
  expect(notificationShownAs(pushed, 'sound').options).toMatchObject({ vibrate: [] })
  expect(notificationShownAs(pushed, 'sound').options).not.toHaveProperty('silent')
  expect(notificationShownAs(pushed, 'silent').options).toMatchObject({ silent: true })
  expect(notificationShownAs(pushed, 'silent').options).not.toHaveProperty('vibrate')
})

test.each([null, undefined, 'text', 7, [], {}, { notification: null }, { notification: 'x' }, { notification: {} }])(
  'whatever was sent, there is something to show: %j',
  (sent) => {
    const { title, options, count } = notificationShownAs(sent, 'all')
    expect(title).toBe('Muster')
    expect(options).toMatchObject({ tag: 'muster', data: { navigate: '/', notificationId: null } })
    expect(count).toBeNull()
  },
)

test.each([-1, '3', null, Number.NaN])('a count that is none changes nothing: %j', (count) => {
  expect(notificationShownAs({ ...pushed, app_badge: count }, 'all').count).toBeNull()
})
