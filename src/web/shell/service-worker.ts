/** The first screen comes first: the worker fetches the rest of the build. */
const AFTER = 2000

/** Installs what opens the app without a network. Only browsers that trust the connection (https, localhost) have it. */
export function registerServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () =>
    navigator.serviceWorker.register('/service-worker.js').catch((error) => {
      console.info('The app will not open without a network', error)
    })
  addEventListener('load', () => setTimeout(register, AFTER))
}
