// A strict OpenID provider for the tests: PKCE, secret and exact redirect address are required.
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import Provider, { interactionPolicy } from "oidc-provider";

const { issuer, port, clientId, clientSecret, redirectUri } = JSON.parse(process.env.PROVIDER);
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

function account(id) {
  const [name] = id.split("@");
  return {
    accountId: id,
    claims: () => ({
      sub: id,
      email: id,
      email_verified: !name.startsWith("unverified"),
      given_name: name.replace(/^./, (letter) => letter.toUpperCase()),
      family_name: "Example",
    }),
  };
}

async function grantWithoutQuestion(ctx) {
  const { client, session } = ctx.oidc;
  const known = session.grantIdFor(client.clientId);
  if (known) return ctx.oidc.provider.Grant.find(known);
  const grant = new ctx.oidc.provider.Grant({
    clientId: client.clientId,
    accountId: session.accountId,
  });
  grant.addOIDCScope("openid email profile");
  await grant.save();
  return grant;
}

const policy = interactionPolicy.base();
policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code"],
      response_types: ["code"],
    },
  ],
  claims: {
    openid: ["sub"],
    email: ["email", "email_verified"],
    profile: ["given_name", "family_name"],
  },
  cookies: { keys: [randomBytes(32).toString("hex")] },
  features: { devInteractions: { enabled: false } },
  findAccount: (_ctx, id) => account(id),
  interactions: { policy, url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
  jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" }] },
  loadExistingGrant: grantWithoutQuestion,
  pkce: { required: () => true },
});

async function body(request) {
  let text = "";
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}

async function interact(request, response) {
  if (request.method === "POST") {
    const fields = await body(request);
    const accountId = fields.get("email");
    const result = accountId
      ? { login: { accountId }, select_account: {} }
      : { error: "access_denied", error_description: "The member said no" };
    await provider.interactionFinished(request, response, result);
    return;
  }
  await provider.interactionDetails(request, response);
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(`<!doctype html><title>Sign in</title><h1>Sign in</h1><form method="post">
<label>E-mail <input name="email" type="text"></label><button>Continue</button></form>
<form method="post"><button>Cancel</button></form>`);
}

const oidc = provider.callback();
createServer((request, response) => {
  if (!request.url.startsWith("/interaction/")) return oidc(request, response);
  return interact(request, response).catch((error) => {
    response.statusCode = 400;
    response.end(String(error));
  });
}).listen(port, "127.0.0.1");
