export {
  type AuthorizeUrlInput,
  authorizeUrl,
  type QrLoginUrlInput,
  qrLoginUrl,
  type WebLoginUrlInput,
  webLoginUrl,
} from './login-urls.js';
