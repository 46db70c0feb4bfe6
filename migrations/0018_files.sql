CREATE TABLE "files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"stored_as" varchar(100) NOT NULL,
	"file_name" varchar(255) NOT NULL,
	"media_type" varchar(100) NOT NULL,
	"size" bigint NOT NULL,
	"sha256" varchar(64),
	"subject_type" text,
	"subject_id" varchar(36),
	"created_by" uuid NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "files_stored_as" UNIQUE("stored_as"),
	CONSTRAINT "files_subject_type" CHECK ("files"."subject_type" in ('sop')),
	CONSTRAINT "files_subject" CHECK (("files"."subject_type" is null) = ("files"."subject_id" is null))
);
--> statement-breakpoint
ALTER TABLE "sop_versions" DROP CONSTRAINT "sop_versions_stored_as";--> statement-breakpoint
-- The files of SOPs move to the new table. Nobody has hashed them: that is done after the start, because a migration cannot read the disk.
INSERT INTO "files" ("stored_as", "file_name", "media_type", "size", "subject_type", "subject_id", "created_by", "created_at")
SELECT "stored_as", "file_name", "mime_type", "size", 'sop', "sop_id"::text, "uploaded_by", "created_at" FROM "sop_versions" ORDER BY "id";--> statement-breakpoint
ALTER TABLE "sop_versions" ADD COLUMN "file_id" bigint;--> statement-breakpoint
UPDATE "sop_versions" SET "file_id" = "files"."id" FROM "files" WHERE "files"."stored_as" = "sop_versions"."stored_as";--> statement-breakpoint
ALTER TABLE "sop_versions" ALTER COLUMN "file_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_subject" ON "files" USING btree ("subject_type","subject_id") WHERE "files"."subject_type" is not null;--> statement-breakpoint
CREATE INDEX "files_unattached" ON "files" USING btree ("created_at") WHERE "files"."subject_type" is null;--> statement-breakpoint
CREATE INDEX "files_unhashed" ON "files" USING btree ("id") WHERE "files"."sha256" is null;--> statement-breakpoint
ALTER TABLE "sop_versions" ADD CONSTRAINT "sop_versions_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sop_versions" DROP COLUMN "stored_as";--> statement-breakpoint
ALTER TABLE "sop_versions" DROP COLUMN "file_name";--> statement-breakpoint
ALTER TABLE "sop_versions" DROP COLUMN "mime_type";--> statement-breakpoint
ALTER TABLE "sop_versions" DROP COLUMN "text_tries";--> statement-breakpoint
ALTER TABLE "sop_versions" DROP COLUMN "text_tried_at";--> statement-breakpoint
ALTER TABLE "sop_versions" ADD CONSTRAINT "sop_versions_file" UNIQUE("file_id");