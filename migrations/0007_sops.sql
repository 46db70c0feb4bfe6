CREATE TABLE "sop_pages" (
	"sop_version_id" integer NOT NULL,
	"page" integer NOT NULL,
	"text" text NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "sop_pages_sop_version_id_page_pk" PRIMARY KEY("sop_version_id","page")
);
--> statement-breakpoint
DROP INDEX "sop_versions_sop";--> statement-breakpoint
ALTER TABLE "sops" drop column "file_url";--> statement-breakpoint
ALTER TABLE "sops" ADD COLUMN "file_url" varchar(500) GENERATED ALWAYS AS ('/api/v1/sops/' || id::text || '/file') STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "sop_id" integer;--> statement-breakpoint
ALTER TABLE "sop_versions" ADD COLUMN "revision" integer;--> statement-breakpoint
ALTER TABLE "sop_versions" ADD COLUMN "pages" integer;--> statement-breakpoint
ALTER TABLE "sop_versions" ADD COLUMN "text_state" text DEFAULT 'waiting' NOT NULL;--> statement-breakpoint
ALTER TABLE "sop_versions" ADD COLUMN "text_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sop_versions" ADD COLUMN "text_tried_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "sops" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- Versions that are there already are numbered as they came; nobody has counted their pages.
UPDATE "sop_versions" SET "revision" = numbered.revision, "pages" = 1 FROM (
	SELECT "id", row_number() OVER (PARTITION BY "sop_id" ORDER BY "id") AS revision FROM "sop_versions"
) AS numbered WHERE numbered.id = "sop_versions"."id";--> statement-breakpoint
UPDATE "sops" SET "revision" = latest.revision FROM (
	SELECT "sop_id", max("revision") AS revision FROM "sop_versions" GROUP BY 1
) AS latest WHERE latest.sop_id = "sops"."id";--> statement-breakpoint
ALTER TABLE "sop_versions" ALTER COLUMN "revision" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sop_versions" ALTER COLUMN "pages" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sop_pages" ADD CONSTRAINT "sop_pages_sop_version_id_sop_versions_id_fk" FOREIGN KEY ("sop_version_id") REFERENCES "public"."sop_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sop_pages_words" ON "sop_pages" USING gin ("words");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_sop_id_sops_id_fk" FOREIGN KEY ("sop_id") REFERENCES "public"."sops"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_sop" ON "notifications" USING btree ("sop_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sop_versions_waiting" ON "sop_versions" USING btree ("id") WHERE "sop_versions"."text_state" = 'waiting';--> statement-breakpoint
ALTER TABLE "sop_versions" ADD CONSTRAINT "sop_versions_revision" UNIQUE("sop_id","revision");--> statement-breakpoint
ALTER TABLE "sop_versions" ADD CONSTRAINT "sop_versions_text_state" CHECK ("sop_versions"."text_state" in ('waiting', 'done', 'failed'));