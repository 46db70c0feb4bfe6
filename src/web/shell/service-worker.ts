import { readCatalogueAgain } from '../language.ts'

/** Milliseconds. The first screen loads before the worker fetches the rest of the build. */
const REGISTER_DELAY = 2000

/** Registers the service worker, which opens the app offline, on trusted connections (https, localhost). */
export function registerServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () =>
    navigator.serviceWorker.register('/service-worker.js').catch((error) => {
      console.info('The service worker could not be registered. The app will not open without a network.', error)
    })
  // A worker that is new here has not seen the catalogue pass.
  navigator.serviceWorker.addEventListener('controllerchange', readCatalogueAgain)
  const registerSoon = () => setTimeout(register, REGISTER_DELAY)
  if (document.readyState === 'complete') registerSoon()
  else addEventListener('load', registerSoon)
}
