// Generated from tests/golden/openapi.json by `npm run generate`. Do not edit.

export interface paths {
    "/api/v1/acceptances/{acceptance_id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Undo an acceptance, for samples that nobody has changed since. */
        post: operations["undo_acceptance"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the alerts of an organisation with their history, the last to fire first. */
        get: operations["list_alerts"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/alerts/{alert_id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Acknowledge an alert: others see who looks after it. It resolves by itself. */
        post: operations["acknowledge_alert"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/alerts/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Count the alerts of an organisation that fire and nobody has acknowledged. */
        get: operations["count_alerts"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the caller's own API keys. */
        get: operations["list_api_keys"];
        put?: never;
        /** @description Create an API key; its secret is shown only now. */
        post: operations["create_api_key"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/api-keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Revoke a key. */
        delete: operations["revoke_api_key"];
        patch?: never;
    };
    "/api/v1/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List applications, newest first, without their secrets. */
        get: operations["list_applications"];
        put?: never;
        /** @description Create an application; the secret is in this response only. */
        post: operations["create_application"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/applications/{application_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Revoke an application and its tokens; 202 while model servers have not confirmed it. */
        delete: operations["revoke_application"];
        patch?: never;
    };
    "/api/v1/archives/{archive_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the upload progress of a zip. */
        get: operations["get_archive"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/archives/{archive_id}/chunks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        /** @description Upload a chunk of a zip. */
        put: operations["upload_archive_chunk"];
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/archives/{archive_id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Import the samples of a complete zip. */
        post: operations["import_archive"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/assignments/{assignment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get an assignment. */
        get: operations["get_assignment"];
        put?: never;
        post?: never;
        /** @description Delete an assignment; accepted annotations stay in the dataset. */
        delete: operations["delete_assignment"];
        /** @description Update, close or reopen an assignment. */
        patch: operations["update_assignment"];
    };
    "/api/v1/assignments/{assignment_id}/annotators.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Download the statistics of all annotators as CSV. */
        get: operations["download_assignment_annotators"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/assignments/{assignment_id}/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Extend the hold on the caller's items while the page is open. */
        post: operations["extend_assignment_holds"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/assignments/{assignment_id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the items of an assignment as a reviewer sees them, in their order. */
        get: operations["list_assignment_items"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/assignments/{assignment_id}/make": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Create the items again after their job failed or was cancelled. */
        post: operations["create_assignment_items"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/assignments/{assignment_id}/own-items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the items that the caller holds. */
        get: operations["list_own_items"];
        put?: never;
        /** @description Claim items from the pool until the caller's batch is full. */
        post: operations["claim_own_items"];
        /** @description Release the caller's items; saved work is found again when they are claimed. */
        delete: operations["release_own_items"];
        patch?: never;
    };
    "/api/v1/assignments/{assignment_id}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get speed, quality and agreement of the annotators. */
        get: operations["get_assignment_statistics"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/augmentation-previews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Create an augmentation preview; see ``augmentation-previews/{job id}``. */
        post: operations["create_augmentation_preview"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/augmentation-previews/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the images of a preview that has succeeded. */
        get: operations["get_augmentation_preview"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/augmentation-previews/{job_id}/images/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get an image of a preview as PNG. */
        get: operations["get_augmentation_preview_image"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/batch-predictions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the batch predictions of a project, newest first. */
        get: operations["list_batch_predictions"];
        put?: never;
        /** @description Start a batch prediction; one of files waits until they were sent. */
        post: operations["create_batch_prediction"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/batch-predictions/{batch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get a batch prediction, its counts and its results. */
        get: operations["get_batch_prediction"];
        put?: never;
        post?: never;
        /** @description Delete a batch prediction, its results and the files that were sent. */
        delete: operations["delete_batch_prediction"];
        patch?: never;
    };
    "/api/v1/batch-predictions/{batch_id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Add files to predict, before the start. */
        post: operations["add_batch_prediction_files"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/batch-predictions/{batch_id}/predictions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Download all predictions as JSON lines, CSV or Parquet. */
        get: operations["download_predictions"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/batch-predictions/{batch_id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Start the prediction of sent files, or go on with one that was cancelled or failed. */
        post: operations["start_batch_prediction"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the tasks, formats and backbones of this installation. */
        get: operations["get_catalog"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the channels that alerts are sent to, newest first. */
        get: operations["list_channels"];
        put?: never;
        /** @description Create a channel; the secret that signs what a webhook gets is in this response only. */
        post: operations["create_channel"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/channels/{channel_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Delete a channel, and what waits to be sent through it. */
        delete: operations["delete_channel"];
        /** @description Update a channel; one that becomes a webhook gets a secret, in this response only. */
        patch: operations["update_channel"];
    };
    "/api/v1/channels/{channel_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List what was sent through a channel in the last 30 days, and what waits. */
        get: operations["list_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/channels/{channel_id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Rotate the secret of a webhook; the one before signs nothing from now on. */
        post: operations["rotate_channel_secret"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/channels/{channel_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Test a channel: send something through it, and return the response, within 10 s. */
        post: operations["test_channel"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/cleaning-previews/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get a preview of a cleaning recipe. */
        get: operations["get_cleaning_preview"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/cleaning-previews/{job_id}/files/{sample_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the file that a recipe would make of a sample. */
        get: operations["get_cleaning_preview_file"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/cleaning-recipes/{recipe_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Delete a recipe; runs keep their steps. */
        delete: operations["delete_cleaning_recipe"];
        patch?: never;
    };
    "/api/v1/cleaning-runs/{cleaning_run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get a cleaning run and its results. */
        get: operations["get_cleaning_run"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/cleaning-runs/{cleaning_run_id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Undo a cleaning run: restore the samples it changed or left out. */
        post: operations["undo_cleaning_run"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/cleaning-steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the steps of all media with their options. */
        get: operations["get_cleaning_steps"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/dataset-versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the versions of all datasets of a project, newest first. */
        get: operations["list_dataset_versions"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/dataset-versions/{version_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get a dataset version. */
        get: operations["get_dataset_version"];
        put?: never;
        post?: never;
        delete?: never;
        /** @description Update the note of a version; the rest stays as it was frozen. */
        patch: operations["update_dataset_version"];
    };
    "/api/v1/dataset-versions/{version_id}/datumaro-exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Export a version in a format of datumaro. */
        post: operations["create_datumaro_export"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/dataset-versions/{version_id}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Count the differences from another version. */
        get: operations["get_dataset_version_diff"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/dataset-versions/{version_id}/diff/samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List samples that differ from another version in one way. */
        get: operations["list_dataset_version_diff_samples"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/dataset-versions/{version_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Download a version as a zip. */
        get: operations["export_dataset_version"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/dataset-versions/{version_id}/export-losses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List what an export in this layout would leave out or change. */
        get: operations["get_dataset_version_export_losses"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/dataset-versions/{version_id}/fork": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Fork a version into a new dataset. */
        post: operations["fork_dataset_version"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/dataset-versions/{version_id}/lineage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the lineage of a version. */
        get: operations["get_dataset_version_lineage"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/dataset-versions/{version_id}/table": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the columns of a frozen version's tables, and the first rows of one. */
        get: operations["get_dataset_version_table"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the datasets of a project, newest first. */
        get: operations["list_datasets"];
        put?: never;
        /** @description Create a dataset. */
        post: operations["create_dataset"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get a dataset. */
        get: operations["get_dataset"];
        put?: never;
        post?: never;
        /** @description Delete a dataset: move it to the trash. */
        delete: operations["delete_dataset"];
        /** @description Update the name or description of a dataset. */
        patch: operations["update_dataset"];
    };
    "/api/v1/datasets/{dataset_id}/annotation-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the annotation history of a dataset, newest first. */
        get: operations["list_annotation_history"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Create an assignment of samples to annotators. */
        post: operations["create_assignment"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/attributes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        /** @description Set the attributes of a label's regions, or of those without a label. */
        put: operations["set_attributes"];
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/attributes/losses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description List the values that regions would lose by such a change. */
        post: operations["preview_attribute_losses"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/cleaning-previews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Create a cleaning preview of some samples; see ``cleaning-previews/{job id}``. */
        post: operations["create_cleaning_preview"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/cleaning-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the cleaning runs of a dataset, newest first. */
        get: operations["list_cleaning_runs"];
        put?: never;
        /** @description Start a cleaning run; it can be undone. */
        post: operations["create_cleaning_run"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/column-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Preview the columns of a table and its first rows; nothing is stored. */
        post: operations["preview_column"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/columns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        /** @description Update the types and training roles of columns. */
        patch: operations["update_columns"];
    };
    "/api/v1/datasets/{dataset_id}/datumaro-formats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the formats that the installed datumaro adds for this dataset. */
        get: operations["get_datumaro_formats"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/import-places": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the places from which files can be imported without an upload. */
        get: operations["get_import_places"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/import-places/beginning": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the beginning of a table in a folder of the server, for a preview. */
        get: operations["get_import_place_beginning"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/import-places/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Preview a folder of the server and detect its format. */
        get: operations["preview_import_place"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Create an import. */
        post: operations["create_import"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/imports/detect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Detect the format of files by their names and the beginnings of some. */
        post: operations["detect_import_format"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/inspections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the inspections of a dataset and of its versions, newest first. */
        get: operations["list_inspections"];
        put?: never;
        /** @description Start an inspection of the live samples, or of a version. */
        post: operations["create_inspection"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/label-batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Set the labels of many samples; those changed meanwhile are listed, not overwritten. */
        post: operations["set_labels"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/label-selection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Set the labels of all samples of a selection; the history keeps the earlier ones. */
        post: operations["set_labels_of_selection"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the labels of a dataset by position. */
        get: operations["list_labels"];
        put?: never;
        /** @description Create a label at the end. */
        post: operations["create_label"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/labels/{label_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Delete a label and its annotations. */
        delete: operations["delete_label"];
        /** @description Update the name, colour, description or position of a label. */
        patch: operations["update_label"];
    };
    "/api/v1/datasets/{dataset_id}/labels/{label_id}/consequences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Preview the deletion of a label, or its merge into another. */
        get: operations["get_label_consequences"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/labels/{label_id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Merge a label into another one. */
        post: operations["merge_label"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/maps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the maps of a dataset, newest first; only the newest ready one has points. */
        get: operations["list_maps"];
        put?: never;
        /** @description Create a map of the live samples, similar ones together. */
        post: operations["create_map"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/merge-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Preview a merge. */
        get: operations["preview_merge"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/merges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the merges into a dataset, newest first. */
        get: operations["list_merges"];
        put?: never;
        /** @description Merge the samples of a version into a dataset. */
        post: operations["create_merge"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/named-splits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Count the filtered samples by the split that their data names. */
        get: operations["get_named_splits"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/next-unlabelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the next unlabelled sample, wrapping at the end. */
        get: operations["get_next_unlabelled"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Purge the trash of a dataset; the job's result has the bytes freed. */
        post: operations["purge_dataset_trash"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Restore samples from the trash. */
        post: operations["restore_samples"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the samples of a dataset by filters and in an order. */
        get: operations["list_samples"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/samples/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Count the samples that pass filters. */
        get: operations["count_samples"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get statistics of a dataset: balance, sizes and annotators. */
        get: operations["get_dataset_statistics"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/suggested-samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the samples with a suggested label, the most confident first. */
        get: operations["list_suggested_samples"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the latest suggestion run and its number of open suggestions. */
        get: operations["get_suggestions"];
        put?: never;
        /** @description Create suggestions with a model, by default for the unlabelled samples. */
        post: operations["create_suggestions"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/suggestions/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Accept all suggestions above a confidence; many are left to a job. */
        post: operations["accept_suggestions"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/suggestions/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Reject suggestions, or restore them. */
        post: operations["reject_suggestions"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/table": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the columns of a table with their guessed types, and its first rows. */
        get: operations["get_table"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/table-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Preview how a table would be read, with its first rows; nothing is stored. */
        post: operations["preview_table"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/table/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        /** @description Update how the file of a table is read; frozen versions stay as they are. */
        put: operations["update_table_reading"];
        /** @description Preview how the file of a table would be read; nothing is changed. */
        post: operations["preview_table_reading"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/table/reading": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Start reading a large table, for its rows and statistics. */
        post: operations["prepare_table"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/table/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List rows of a table from any row on. */
        get: operations["get_table_rows"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/table/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get statistics of every column of a table. */
        get: operations["get_table_statistics"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the tags of a dataset by name. */
        get: operations["list_tags"];
        put?: never;
        /** @description Add a tag to samples, or remove it. */
        post: operations["add_or_remove_tag"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/tags/{tag_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Delete a tag and remove it from all samples. */
        delete: operations["delete_tag"];
        /** @description Update the name of a tag. */
        patch: operations["update_tag"];
    };
    "/api/v1/datasets/{dataset_id}/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the contents of the trash of a dataset. */
        get: operations["get_trash"];
        put?: never;
        /** @description Move samples to the trash. */
        post: operations["move_samples_to_trash"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the versions of a dataset, newest first. */
        get: operations["list_versions_of_dataset"];
        put?: never;
        /** @description Create a version: freeze the dataset as it is now. */
        post: operations["create_dataset_version"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datasets/{dataset_id}/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the saved views of a dataset by name. */
        get: operations["list_saved_views"];
        put?: never;
        /** @description Create a saved view of a filter. */
        post: operations["create_saved_view"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/datumaro-exports/{export_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get an export and its losses. */
        get: operations["get_datumaro_export"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/datumaro-exports/{export_id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Download an export as a zip. */
        get: operations["download_datumaro_export"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the endpoints of a project, newest first. */
        get: operations["list_deployments"];
        put?: never;
        /** @description Create an endpoint that serves a model version. */
        post: operations["create_deployment"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get an endpoint. */
        get: operations["get_deployment"];
        put?: never;
        post?: never;
        /** @description Delete an endpoint with its keys and statistics. */
        delete: operations["delete_deployment"];
        /** @description Update an endpoint: its name, limits, replicas or version, without a failed call. */
        patch: operations["update_deployment"];
    };
    "/api/v1/deployments/{deployment_id}/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Create a key, and an application with a token; secrets are in this response only. */
        post: operations["create_deployment_access"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/alert-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get when alerts of an endpoint fire, one rule for each condition. */
        get: operations["get_alert_rules"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/alert-rules/{condition}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        /** @description Set when a condition of an endpoint fires, or switch it off. */
        put: operations["set_alert_rule"];
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/alert-silence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        /** @description Silence a condition of an endpoint, or all: what still fires afterwards is sent then. */
        put: operations["silence_alerts"];
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Compare two revisions by their calls of the last hours, with a verdict. */
        get: operations["compare_deployment_revisions"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/drift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get whether the calls of an endpoint still look like the evaluated samples. */
        get: operations["get_deployment_drift"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/drift/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get when windows of calls end, and how long they are kept. */
        get: operations["get_drift_settings"];
        put?: never;
        post?: never;
        delete?: never;
        /** @description Update when windows of calls end, and how long they are kept. */
        patch: operations["update_drift_settings"];
    };
    "/api/v1/deployments/{deployment_id}/drift/windows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the windows of calls of an endpoint with their verdicts, newest first. */
        get: operations["list_drift_windows"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the keys of an endpoint, newest first, without their secrets. */
        get: operations["list_deployment_keys"];
        put?: never;
        /** @description Create a key of an endpoint; the secret is in this response only. */
        post: operations["create_deployment_key"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Revoke a key; 202 while its model server has not confirmed that it refuses it. */
        delete: operations["revoke_deployment_key"];
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/load": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get CPU, memory, queue time and batch size of each revision in the last hours. */
        get: operations["get_deployment_load"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/load-tests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the load tests of an endpoint, newest first; the last 20 are kept. */
        get: operations["list_load_tests"];
        put?: never;
        /**
         * @description Start a load test of an endpoint: how many calls per second it serves, at which latency.
         *
         *     The calls count in no limit, statistic or alert, and are not stored. One test runs at a
         *     time.
         */
        post: operations["create_load_test"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/load-tests/{load_test_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get a load test with the stages that are over. */
        get: operations["get_load_test"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/load-tests/{load_test_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Cancel a load test; stages that are over stay. */
        post: operations["cancel_load_test"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the revisions of an endpoint, newest first. */
        get: operations["list_deployment_revisions"];
        put?: never;
        /** @description Create a revision beside others, with a share of the calls or as a shadow. */
        post: operations["create_deployment_revision"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/roll-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Roll an endpoint back to the version served before. */
        post: operations["roll_back_deployment"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/share-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the share links of an endpoint, newest first. */
        get: operations["list_share_links"];
        put?: never;
        /** @description Create a link by which guests without an account try an endpoint. */
        post: operations["create_share_link"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/share-links/{share_link_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Revoke a share link, which is refused at once. */
        delete: operations["revoke_share_link"];
        /** @description Update a share link, whose address stays. */
        patch: operations["update_share_link"];
    };
    "/api/v1/deployments/{deployment_id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Start a stopped or failed endpoint. */
        post: operations["start_deployment"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get calls, errors and latencies of the last hours. */
        get: operations["get_deployment_statistics"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Stop an endpoint after the calls in progress. */
        post: operations["stop_deployment"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/stored-calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the stored calls of an endpoint: the newest, or the least certain first. */
        get: operations["list_stored_calls"];
        put?: never;
        post?: never;
        /** @description Delete stored calls for good; samples that they became stay. */
        delete: operations["delete_stored_calls"];
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/stored-calls/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Add stored calls to a dataset, to be corrected there and learnt from. */
        post: operations["add_stored_calls"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/stored-calls/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get how many calls are stored and why, and how often their results were right. */
        get: operations["get_stored_calls_summary"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the tokens of an endpoint, without the tokens themselves. */
        get: operations["list_deployment_tokens"];
        put?: never;
        /** @description Create a token of an endpoint; it is in this response only. */
        post: operations["create_deployment_token"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Revoke a token; 202 while its model server has not confirmed that it refuses it. */
        delete: operations["revoke_deployment_token"];
        patch?: never;
    };
    "/api/v1/deployments/{deployment_id}/traffic": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        /** @description Set the shares of revisions; calls move once all of these are ready. */
        put: operations["set_deployment_traffic"];
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/drift-windows/{window_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get a window of calls with its features: what changed, and which way. */
        get: operations["get_drift_window"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/evaluations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the evaluations of a project, newest first. */
        get: operations["list_evaluations"];
        put?: never;
        /** @description Start an evaluation of model versions on samples that none of them was trained on. */
        post: operations["create_evaluation"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/evaluations/{evaluation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get an evaluation, with its result once it is there. */
        get: operations["get_evaluation"];
        put?: never;
        post?: never;
        /** @description Delete an evaluation that has ended. */
        delete: operations["delete_evaluation"];
        patch?: never;
    };
    "/api/v1/findings/{finding_id}/fixes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Fix the samples of a finding; it can be undone. */
        post: operations["create_fix"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/findings/{finding_id}/samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the samples of a finding, the strongest first. */
        get: operations["list_finding_samples"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/fixes/{fix_id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Undo a fix. */
        post: operations["undo_fix"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the health of database, disk, files and queue; 503 when the database is down. */
        get: operations["get_health"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/home": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the recent activity of an organisation. */
        get: operations["get_home"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/imports/{import_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get an import and its outcome so far. */
        get: operations["get_import"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/imports/{import_id}/archives": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Create a zip upload of an import. */
        post: operations["create_archive"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/imports/{import_id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Close an import. */
        post: operations["close_import"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/imports/{import_id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Upload files to an import. */
        post: operations["upload_import_files"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/imports/{import_id}/known": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Check which contents are known and need no upload. */
        post: operations["check_known_files"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/imports/{import_id}/problems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the problems of an import in the order they were found. */
        get: operations["list_import_problems"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/imports/{import_id}/references": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Import the annotations of files whose contents the dataset has. */
        post: operations["create_references"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/imports/{import_id}/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Import files in place: from a folder of the server, a bucket, or web addresses. */
        post: operations["create_sources"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/inspections/{inspection_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get an inspection and its findings. */
        get: operations["get_inspection"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/invitations/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get an invitation by its token. */
        get: operations["get_invitation"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/invitations/{token}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Accept an invitation. */
        post: operations["accept_invitation"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List jobs, newest first. */
        get: operations["list_jobs"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/jobs/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get a job. */
        get: operations["get_job"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/jobs/{job_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Cancel a job; a running one cleans up first. */
        post: operations["cancel_job"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/jobs/{job_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the events of a job by number. */
        get: operations["list_job_events"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/jobs/{job_id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the latest lines of what a job did: phases, measurements, warnings, words. */
        get: operations["get_job_log"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/jobs/{job_id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Stream the events of a job as server-sent events; resumes after ``Last-Event-ID``. */
        get: operations["stream_job"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/maps/{map_id}/areas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Create an area of a map, as a filter of the dataset. */
        post: operations["create_map_area"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/maps/{map_id}/points": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the points of a map, and which of them pass filters. */
        get: operations["get_map_points"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/model-versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the model versions of a project, newest first. */
        get: operations["list_model_versions"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/model-versions/{version_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get a model version with its manifest. */
        get: operations["get_model_version"];
        put?: never;
        post?: never;
        /** @description Delete a model version that no endpoint serves: move it to the trash. */
        delete: operations["delete_model_version"];
        patch?: never;
    };
    "/api/v1/model-versions/{version_id}/heatmaps/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get a heat map of a model version as PNG. */
        get: operations["get_model_version_heatmap"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/model-versions/{version_id}/package": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Download the package of a model version as a zip. */
        get: operations["download_model_version_package"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/model-versions/{version_id}/predict": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Predict with a model version. */
        post: operations["predict_with_model_version"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/model-versions/{version_id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the evaluation report of a model version. */
        get: operations["get_model_version_report"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/model-versions/{version_id}/sdk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Download the SDK zip of a model version once it is built. */
        get: operations["download_model_version_sdk"];
        put?: never;
        /** @description Build the SDK zip of a model version. */
        post: operations["build_model_version_sdk"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/organisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Create an organisation; the caller becomes its owner. */
        post: operations["create_organisation"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/organisations/{organisation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get an organisation. */
        get: operations["get_organisation"];
        put?: never;
        post?: never;
        delete?: never;
        /** @description Update the name of an organisation. */
        patch: operations["update_organisation"];
    };
    "/api/v1/organisations/{organisation_id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the audit entries of an organisation, newest first. */
        get: operations["list_audit_entries"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/organisations/{organisation_id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the invitations of an organisation. */
        get: operations["list_invitations"];
        put?: never;
        /** @description Create an invitation; token and address are shown only now. */
        post: operations["create_invitation"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/organisations/{organisation_id}/invitations/{invitation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Delete an invitation. */
        delete: operations["delete_invitation"];
        patch?: never;
    };
    "/api/v1/organisations/{organisation_id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the members of an organisation. */
        get: operations["list_members"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/organisations/{organisation_id}/members/{member_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Remove a member, or leave an organisation. */
        delete: operations["delete_member"];
        /** @description Update the role of a member. */
        patch: operations["update_member"];
    };
    "/api/v1/organisations/{organisation_id}/members/{member_id}/password-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Create a link by which a member sets a password; older links stop working. */
        post: operations["create_password_link"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/organisations/{organisation_id}/trashed-projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the projects in the trash, and the space each takes. */
        get: operations["list_trashed_projects"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/own-work": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the open assignments that the caller takes part in, the most urgent first. */
        get: operations["list_own_work"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/password-resets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Create a password reset: send a link to a known address; always the same response. */
        post: operations["create_password_reset"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/password-resets/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get whose password a link resets. */
        get: operations["get_password_reset"];
        put?: never;
        /** @description Set a password, and sign in with it. */
        post: operations["set_password"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the projects of an organisation, last changed first. */
        get: operations["list_projects"];
        put?: never;
        /** @description Create a project. */
        post: operations["create_project"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/projects/{project_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get a project. */
        get: operations["get_project"];
        put?: never;
        post?: never;
        /** @description Delete a project: move it to the trash. */
        delete: operations["delete_project"];
        /** @description Update the name or description of a project. */
        patch: operations["update_project"];
    };
    "/api/v1/projects/{project_id}/assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the assignments of a project, newest first. */
        get: operations["list_assignments"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/projects/{project_id}/built-in-model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Add the model that works without training to a project, as a model version. */
        post: operations["add_built_in_model"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/projects/{project_id}/cleaning-recipes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the cleaning recipes of a project, newest first. */
        get: operations["list_cleaning_recipes"];
        put?: never;
        /** @description Create a cleaning recipe. */
        post: operations["create_cleaning_recipe"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/projects/{project_id}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the state of a project and the next steps. */
        get: operations["get_project_overview"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/projects/{project_id}/purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Preview what purging a project in the trash would free. */
        get: operations["preview_project_purge"];
        put?: never;
        /** @description Purge a project in the trash; it cannot be restored. */
        post: operations["purge_project"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/projects/{project_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Restore a project from the trash; its endpoints stay stopped. */
        post: operations["restore_project"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/projects/sample": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Create a sample project: example data of a task, then a model and an endpoint of it. */
        post: operations["create_sample_project"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/samples/{sample_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get a sample and the history of its labels. */
        get: operations["get_sample"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/samples/{sample_id}/annotations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        /** @description Set the annotations of a sample. */
        put: operations["set_annotations"];
        post?: never;
        /** @description Delete the annotations of a sample. */
        delete: operations["delete_annotations"];
        patch?: never;
    };
    "/api/v1/samples/{sample_id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the file of a sample, or the range that is asked for; texts are UTF-8. */
        get: operations["get_sample_file"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/samples/{sample_id}/frame-times": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Return when each frame of a video begins, where its rate varies. */
        get: operations["get_frame_times"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/samples/{sample_id}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the image of a sample for a browser, or a thumbnail of image, video or audio. */
        get: operations["get_sample_image"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/samples/{sample_id}/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        /** @description Set the labels of a sample. */
        put: operations["set_sample_label"];
        post?: never;
        /** @description Delete the labels of a sample. */
        delete: operations["delete_sample_label"];
        patch?: never;
    };
    "/api/v1/samples/{sample_id}/segmenter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Prepare the segmentation model for an image; repeat until it is ready. */
        post: operations["start_segmenter"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/samples/{sample_id}/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Segment what is pointed at in an image; nothing is stored. */
        post: operations["create_segments"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/samples/{sample_id}/spectrogram": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the spectrogram of a part of a recording. */
        get: operations["get_spectrogram"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/samples/{sample_id}/suggestion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the latest suggestion for a sample. */
        get: operations["get_sample_suggestion"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/samples/{sample_id}/trail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the assignment history of a sample, newest first. */
        get: operations["list_sample_trail"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/samples/{sample_id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Undo the last revision of a sample's annotations. */
        post: operations["undo_annotation"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/samples/{sample_id}/video": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the playable copy of a video, or the range that is asked for. */
        get: operations["get_sample_video"];
        put?: never;
        /** @description Create a playable copy of a video that a browser refused. */
        post: operations["prepare_sample_video"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/samples/{sample_id}/wave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the loudness of each hundredth of a second of a recording, a byte each. */
        get: operations["get_waveform"];
        put?: never;
        /** @description Create the wave of a long recording. */
        post: operations["prepare_waveform"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/saved-views/{view_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get a saved view. */
        get: operations["get_saved_view"];
        put?: never;
        post?: never;
        /** @description Delete a saved view; its samples stay. */
        delete: operations["delete_saved_view"];
        /** @description Update the name or filter of a saved view. */
        patch: operations["update_saved_view"];
    };
    "/api/v1/schedule-times": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the next times of a cron expression, before a schedule is made of it. */
        get: operations["get_schedule_times"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the schedules of a project, newest first. */
        get: operations["list_schedules"];
        put?: never;
        /** @description Create a schedule that begins something again and again, in your name. */
        post: operations["create_schedule"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/schedules/{schedule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get a schedule with its next times. */
        get: operations["get_schedule"];
        put?: never;
        post?: never;
        /** @description Delete a schedule; what it has begun stays. */
        delete: operations["delete_schedule"];
        /** @description Update the name or the times of a schedule, pause it or let it go on. */
        patch: operations["update_schedule"];
    };
    "/api/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the projects, datasets, models, endpoints and samples whose names contain a text. */
        get: operations["get_search_results"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/segmenter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the state of the segmentation model. */
        get: operations["get_segmenter"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the signed-in user; sets the CSRF cookie. */
        get: operations["get_session"];
        put?: never;
        /** @description Sign in. Only JSON is read, which no form of another site can send. */
        post: operations["sign_in"];
        /** @description Sign out. */
        delete: operations["sign_out"];
        patch?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the caller's sessions, last seen first. */
        get: operations["list_sessions"];
        put?: never;
        post?: never;
        /** @description Sign out of all other sessions. */
        delete: operations["delete_other_sessions"];
        patch?: never;
    };
    "/api/v1/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Sign out of a session. */
        delete: operations["delete_session"];
        patch?: never;
    };
    "/api/v1/share-links/{share_token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get what a share link leads to; its model only with a pass where it has a password. */
        get: operations["get_shared_endpoint"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/share-links/{share_token}/predict": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Predict with the endpoint of a share link. */
        post: operations["predict_with_share_link"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/share-links/{share_token}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Unlock a share link: exchange its password for a pass, which is valid for two hours. */
        post: operations["unlock_share_link"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/stored-calls/{call_id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the file of a stored call, or a thumbnail of it. */
        get: operations["get_stored_call_file"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/studies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List studies, newest first. */
        get: operations["list_studies"];
        put?: never;
        /** @description Create a search study. */
        post: operations["create_study"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/studies/{study_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get a study with its progress and its active trials. */
        get: operations["get_study"];
        put?: never;
        post?: never;
        delete?: never;
        /** @description Update the name of a study. */
        patch: operations["update_study"];
    };
    "/api/v1/studies/{study_id}/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Ask for the next waiting trial; repeat in a second while there is none. */
        post: operations["ask_trial"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/studies/{study_id}/extend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Extend or change the limits of a study, also after its end. */
        post: operations["extend_study"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/studies/{study_id}/fork": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Fork a study: start with the finished trials of this one. */
        post: operations["fork_study"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/studies/{study_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Stop a study and its active trials; the results stay. */
        post: operations["stop_study"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/studies/{study_id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /**
         * @description Stream ``study`` and ``trial`` events; each ``trial`` carries its curve.
         *
         *     The id of an event is the study's revision: a stream that is resumed with
         *     ``Last-Event-ID`` begins with what has changed since. It ends with the study.
         */
        get: operations["stream_study"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/studies/{study_id}/trials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List trials, by number or score. */
        get: operations["list_trials"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/studies/{study_id}/trials/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get a trial with its curve and its parent. */
        get: operations["get_trial"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/studies/{study_id}/trials/{number}/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Finish a trial with its score, or with the reason why it has none. */
        post: operations["finish_trial"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/studies/{study_id}/trials/{number}/model-version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Create a model version from the best trial. */
        post: operations["create_trial_model_version"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/studies/{study_id}/trials/{number}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Report a score of a trial and renew its lease. */
        post: operations["report_trial"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/studies/{study_id}/trials/{number}/train": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Train with the settings of a trial on all data. */
        post: operations["train_trial"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/studies/scripted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Create a study for scripts, which ask for its trials. */
        post: operations["create_scripted_study"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/studies/searchable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the searchable settings of a project's task with their default ranges. */
        get: operations["get_searchable_space"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/training-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description List the training runs of a project, newest first. */
        get: operations["list_training_runs"];
        put?: never;
        /** @description Create a training run. */
        post: operations["create_training_run"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/training-runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get a training run. */
        get: operations["get_training_run"];
        put?: never;
        post?: never;
        delete?: never;
        /** @description Update the name of a training run. */
        patch: operations["update_training_run"];
    };
    "/api/v1/training-runs/{run_id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the last lines of the log of a run. */
        get: operations["get_training_run_log"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/training-runs/{run_id}/log/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Download the whole log file of a run. */
        get: operations["download_training_run_log"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/training-runs/{run_id}/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the metrics of a run, curves thinned to ``max_points``, and the models it tried. */
        get: operations["get_training_run_metrics"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/training-runs/{run_id}/rerun": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Start a new run with the same request. */
        post: operations["rerun_training_run"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/training-runs/{run_id}/resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get CPU, memory and accelerator over the time of a run, thinned to ``max_points``. */
        get: operations["get_training_run_resources"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/training-runs/{run_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Resume a cancelled or failed run from its last checkpoint. */
        post: operations["resume_training_run"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/training-runs/{run_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Stop a run after it has written a checkpoint. */
        post: operations["stop_training_run"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/training-runs/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Check the data of a run for problems. */
        post: operations["check_training_data"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/training-runs/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Estimate time and size for each backbone that suits the target. */
        post: operations["estimate_training"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Sign up with a new organisation or an invitation, and sign in. */
        post: operations["create_user"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        /** @description Update the caller's name, language or password. */
        patch: operations["update_user"];
    };
    "/api/v1/wheels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get the wheels that notebooks install from this site; none where none was built. */
        get: operations["get_wheels"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/work-items/{item_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        /** @description Get a work item with its annotation, comments and history. */
        get: operations["get_work_item"];
        put?: never;
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/work-items/{item_id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Accept a submitted annotation as that of the sample. */
        post: operations["accept_work_item"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/work-items/{item_id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        /** @description Save the annotation of an item that the caller holds, or submit it. */
        put: operations["save_work_item"];
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/work-items/{item_id}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Claim an item again whose hold ended, if nobody else has it. */
        post: operations["claim_work_item"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/work-items/{item_id}/late-answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        /** @description Submit an annotation beside that of whoever holds the item now. */
        put: operations["submit_late_work_item"];
        post?: never;
        delete?: never;
        patch?: never;
    };
    "/api/v1/work-items/{item_id}/put-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Return a held, skipped or returned item to the pool. */
        post: operations["release_work_item"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/work-items/{item_id}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Return an annotation to its annotator, with comments. */
        post: operations["return_work_item"];
        delete?: never;
        patch?: never;
    };
    "/api/v1/work-items/{item_id}/skip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Skip an item, with the reason. */
        post: operations["skip_work_item"];
        delete?: never;
        patch?: never;
    };
    "/oauth/2.0/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Exchange an application's client id and secret for an access token. */
        post: operations["create_access_token"];
        delete?: never;
        patch?: never;
    };
    "/rpc/2.0/ai_custom/v1/{segment}/{suffix}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        get?: never;
        put?: never;
        /** @description Call an endpoint in the EasyDL shape; any segment is accepted. */
        post: operations["call_easydl_endpoint"];
        delete?: never;
        patch?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Which answer: the annotator's, or that of ``author_id`` which came late.
         *
         *     ``version`` and ``sample_revision`` are what the reviewer saw.
         */
        AcceptRequest: {
            version: number;
            sample_revision: number;
            /** Format: uuid */
            author_id?: string | null;
        };
        /** @description Suggestions that were accepted by one act; ``label_id`` is null for those of all labels. */
        Acceptance: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            label_id: string | null;
            /** Format: double */
            threshold: number;
            num_accepted: number;
            num_undone: number;
            is_undone: boolean;
            job: components["schemas"]["Job"] | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @description What a key and an application are called that are made together. */
        AccessCreateRequest: {
            name: string;
        };
        /** @description A token that was handed out. */
        AccessToken: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            revoked_at: string | null;
        };
        /** @description How long a token is to last. */
        AccessTokenCreateRequest: {
            /** @default 2592000 */
            expires_in_seconds: number;
        };
        /**
         * @description * `batch_prediction` - batch_prediction
         * @enum {string}
         */
        ActionEnum: "batch_prediction";
        /**
         * @description What became of calls that were added to a dataset.
         *
         *     ``num_known`` were samples of it already, and ``num_labelled`` came with a true answer. All have
         *     the tag; ``job_id`` is the one that suggests annotations, where there is something to suggest.
         */
        AddedCalls: {
            /** Format: uuid */
            dataset_id: string;
            /** Format: uuid */
            tag_id: string | null;
            num_added: number;
            num_known: number;
            num_labelled: number;
            refused: components["schemas"]["RefusedCall"][];
            /** Format: uuid */
            job_id: string | null;
        };
        /** @description The sample that a call became. */
        AddedSample: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            dataset_id: string;
            is_labelled: boolean;
        };
        /**
         * @description Something that is or was wrong with an endpoint.
         *
         *     ``value`` is what was measured last, in the ``unit`` of the condition, ``limit`` what it was
         *     compared with, and ``detail`` an error's message where there is one.
         */
        Alert: {
            /** Format: uuid */
            id: string;
            condition: string;
            state: components["schemas"]["AlertState"];
            unit: components["schemas"]["AlertUnit"];
            /** Format: double */
            value: number;
            /** Format: double */
            limit: number | null;
            detail: string;
            /** Format: uuid */
            deployment_id: string;
            deployment_name: string;
            /** Format: uuid */
            project_id: string;
            project_name: string;
            /** Format: date-time */
            fired_at: string;
            /** Format: date-time */
            resolved_at: string | null;
            events: components["schemas"]["AlertEvent"][];
        };
        /** @description How many alerts of an organisation fire and are acknowledged by nobody. */
        AlertCount: {
            num_firing: number;
        };
        /**
         * @description A change of an alert's state: ``person`` acknowledged it, null of what happens by itself.
         *
         *     ``notified_at`` is when the channels got it, null while it is held back by a silence.
         */
        AlertEvent: {
            state: components["schemas"]["AlertState"];
            /** Format: date-time */
            at: string;
            person: components["schemas"]["Person"] | null;
            /** Format: date-time */
            notified_at: string | null;
        };
        /**
         * @description When an alert of one condition fires for an endpoint.
         *
         *     It fires once the measured value has been above ``limit`` for ``hold_minutes``, and resolves
         *     once it has not for as long. ``limit`` is null where the condition has none. Until
         *     ``silent_until`` nobody is notified of it.
         */
        AlertRule: {
            condition: string;
            is_on: boolean;
            unit: components["schemas"]["AlertUnit"];
            /** Format: double */
            limit: number | null;
            /** Format: double */
            default_limit: number | null;
            hold_minutes: number;
            default_hold_minutes: number;
            /** Format: date-time */
            silent_until: string | null;
        };
        /** @description When a condition is to fire; null for its default. */
        AlertRuleUpdateRequest: {
            /** @default true */
            is_on: boolean;
            /** Format: double */
            limit?: number | null;
            hold_minutes?: number | null;
        };
        /** @description The rules of an endpoint, one for each condition; ``silent_until`` is for all of them. */
        AlertRules: {
            rules: components["schemas"]["AlertRule"][];
            /** Format: date-time */
            silent_until: string | null;
        };
        /** @description Until when nobody is notified: of one condition, or of any without; null ends it. */
        AlertSilenceRequest: {
            condition?: string | null;
            /** Format: date-time */
            until: string | null;
        };
        /**
         * @description * `firing` - firing
         *     * `acknowledged` - acknowledged
         *     * `resolved` - resolved
         * @enum {string}
         */
        AlertState: "firing" | "acknowledged" | "resolved";
        /**
         * @description * `share` - share
         *     * `milliseconds` - milliseconds
         *     * `none` - none
         * @enum {string}
         */
        AlertUnit: "share" | "milliseconds" | "none";
        /** @description A trial that another goes on from, directly or through others. */
        Ancestor: {
            number: number;
            settings: {
                [key: string]: unknown;
            };
            /** Format: double */
            score: number | null;
        };
        /** @description One file with everything that is said of it now. */
        AnnotatedSample: components["schemas"]["Sample"] & {
            regions: components["schemas"]["Region"][];
            relations: components["schemas"]["Relation"][];
        };
        /** @description Who labelled what, when. */
        AnnotationHistory: components["schemas"]["Revision"] & {
            sample: components["schemas"]["SampleRef"];
        };
        /**
         * @description * `classes` - classes
         *     * `boxes` - boxes
         *     * `outlines` - outlines
         *     * `products` - products
         *     * `defects` - defects
         *     * `spans` - spans
         *     * `relations` - relations
         *     * `opinions` - opinions
         *     * `transcript` - transcript
         *     * `captions` - captions
         *     * `text_lines` - text_lines
         *     * `tracks` - tracks
         *     * `score` - score
         *     * `none` - none
         * @enum {string}
         */
        AnnotationKind: "classes" | "boxes" | "outlines" | "products" | "defects" | "spans" | "relations" | "opinions" | "transcript" | "captions" | "text_lines" | "tracks" | "score" | "none";
        /**
         * @description All that is said of a sample; what is left out is empty.
         *
         *     Where everything is empty the sample is not annotated, unless it ``is_negative``: then there is
         *     nothing to annotate in it. Which parts are used depends on the annotation kind of the dataset's
         *     task.
         */
        AnnotationRequest: {
            source?: components["schemas"]["GivenSource"];
            label_ids?: string[];
            regions?: components["schemas"]["GivenRegionRequest"][];
            relations?: components["schemas"]["GivenRelationRequest"][];
            texts?: string[];
            /** Format: double */
            value?: number | null;
            is_negative?: boolean;
        };
        /**
         * @description One annotator's speed and quality; a mean of nothing is ``null``.
         *
         *     ``num_decided`` counts accepted answers and those not chosen, ``num_returns`` how often an
         *     answer came back. ``mean_agreement`` is that with the answers taken, ``honeypot_score`` that
         *     with known samples.
         */
        AnnotatorNumbers: {
            person: components["schemas"]["Person"];
            num_handed_in: number;
            num_accepted: number;
            num_decided: number;
            num_returns: number;
            num_skipped: number;
            /** Format: double */
            median_seconds: number | null;
            /** Format: double */
            mean_agreement: number | null;
            num_honeypots: number;
            /** Format: double */
            honeypot_score: number | null;
        };
        /** @description An answer, the version that the caller saw, and whether they are done with it. */
        AnswerRequest: {
            annotation: components["schemas"]["AnnotationRequest"] | null;
            /**
             * Format: double
             * @default 0
             */
            seconds: number;
            version: number;
            submit: boolean;
        };
        /** @description A personal API key without its secret. */
        ApiKey: {
            /** Format: uuid */
            id: string;
            name: string;
            prefix: string;
            /** Format: uuid */
            organisation_id: string;
            scopes: components["schemas"]["Scope"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
        };
        /** @description A caller in the EasyDL manner. */
        Application: {
            /** Format: uuid */
            id: string;
            name: string;
            client_id: string;
            deployment_ids: string[];
            may_call_all: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            revoked_at: string | null;
        };
        /** @description A caller to register, for chosen deployments or for all of the organisation. */
        ApplicationCreateRequest: {
            /** Format: uuid */
            organisation_id: string;
            name: string;
            deployment_ids?: string[];
            /** @default false */
            may_call_all: boolean;
        };
        /** @description A zip or data file that is being uploaded or read. */
        Archive: {
            /** Format: uuid */
            id: string;
            name: string;
            num_bytes: number;
            num_received: number;
            job: components["schemas"]["Job"] | null;
        };
        /**
         * @description A trial to run, ``null`` while none waits; ``is_over`` when none will come.
         *
         *     ``lease`` goes with each report, which has to come within ``lease_seconds``.
         */
        AskedTrial: {
            trial: components["schemas"]["Trial"] | null;
            /** Format: uuid */
            lease: string | null;
            /** Format: double */
            lease_seconds: number;
            is_over: boolean;
        };
        /** @description What the pages of an assignment need to know of its dataset. */
        AssignedDataset: {
            /** Format: uuid */
            id: string;
            name: string;
            task: string;
            multi_label: boolean;
            /** Format: uuid */
            project_id: string;
        };
        /** @description An assignment and how far it is; what is neither counted nor held is in the pool. */
        Assignment: {
            /** Format: uuid */
            id: string;
            name: string;
            owner: components["schemas"]["Person"] | null;
            dataset: components["schemas"]["AssignedDataset"];
            state: components["schemas"]["AssignmentState"];
            batch_size: number;
            num_annotators: number;
            needs_review: boolean;
            starts_from_labels: boolean;
            /** Format: double */
            min_agreement: number;
            /** Format: date-time */
            due_at: string | null;
            num_samples: number;
            num_items: number;
            num_submitted: number;
            num_returned: number;
            num_accepted: number;
            num_declined: number;
            num_skipped: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            closed_at: string | null;
        };
        /**
         * @description An assignment with its people, its labels, and what the caller may do in it.
         *
         *     ``num_honeypots`` is 0 for everybody but its managers. ``job`` makes the items of a large one.
         */
        AssignmentDetail: {
            assignment: components["schemas"]["Assignment"];
            job: components["schemas"]["Job"] | null;
            labels: components["schemas"]["Label"][];
            annotators: components["schemas"]["Person"][];
            reviewers: components["schemas"]["Person"][];
            num_held: number;
            num_honeypots: number;
            is_manager: boolean;
            may_review: boolean;
            may_work: boolean;
            may_look: boolean;
            instructions: string;
        };
        /**
         * @description * `annotator` - Annotator
         *     * `reviewer` - Reviewer
         * @enum {string}
         */
        AssignmentPart: "annotator" | "reviewer";
        /**
         * @description * `making` - Making
         *     * `active` - Active
         *     * `closed` - Closed
         * @enum {string}
         */
        AssignmentState: "making" | "active" | "closed";
        /**
         * @description Speed, quality and agreement; the latter over the last ``num_compared`` samples that several
         *     people answered for.
         *
         *     ``agreement`` is the mean over all pairs of answers; ``kappa`` is Fleiss's, where samples get
         *     one class.
         */
        AssignmentStatistics: {
            annotators: components["schemas"]["AnnotatorNumbers"][];
            pairs: components["schemas"]["PairAgreement"][];
            num_compared: number;
            /** Format: double */
            agreement: number | null;
            /** Format: double */
            kappa: number | null;
        };
        /**
         * @description How an endpoint answers asynchronous predictions.
         *
         *     ``max_concurrent`` are made at a time. One that finds no model server is tried again for
         *     ``time_limit_minutes``; results are kept for ``keep_hours``. Callers may have ``channel_ids``
         *     told of them: webhooks of the project or organisation.
         */
        AsyncPredictions: {
            max_concurrent: number;
            time_limit_minutes: number;
            keep_hours: number;
            channel_ids: string[];
        };
        /** @description How asynchronous predictions are answered, and through which channels callers are told. */
        AsyncPredictionsUpdateRequest: {
            /** @default 2 */
            max_concurrent: number;
            /** @default 60 */
            time_limit_minutes: number;
            /** @default 24 */
            keep_hours: number;
            channel_ids?: string[];
        };
        /**
         * @description How many regions of a label have an attribute; the values of flags and choices are counted.
         *
         *     ``num_samples`` have any of these regions. ``label_id`` is ``null`` for regions without a label.
         */
        AttributeCounts: {
            /** Format: uuid */
            label_id: string | null;
            name: string;
            kind: components["schemas"]["AttributeKind"];
            num: number;
            num_samples: number;
            values: components["schemas"]["AttributeValueCount"][];
        };
        /** @description An attribute that regions of a dataset may have; ``values`` are those of a choice. */
        AttributeDefinition: {
            name: string;
            kind: components["schemas"]["AttributeKind"];
            values: string[];
        };
        /**
         * @description * `text` - text
         *     * `number` - number
         *     * `flag` - flag
         *     * `choice` - choice
         * @enum {string}
         */
        AttributeKind: "text" | "number" | "flag" | "choice";
        /** @description An attribute, and how many regions would lose its value. */
        AttributeLoss: {
            name: string;
            num_regions: number;
        };
        /** @description What regions would lose by a change of attributes; only what would be lost is named. */
        AttributeLosses: {
            losses: components["schemas"]["AttributeLoss"][];
        };
        /** @description The attributes of a label, and how many samples a change of them reached. */
        AttributeSet: {
            attributes: components["schemas"]["AttributeDefinition"][];
            num_samples: number;
        };
        /** @description How many regions have a value of an attribute. */
        AttributeValueCount: {
            value: string;
            num: number;
            num_samples: number;
        };
        /**
         * @description All attributes that regions of a label shall have, in their order.
         *
         *     ``label_id`` is ``null`` for regions without a label.
         */
        AttributesRequest: {
            /** Format: uuid */
            label_id?: string | null;
            attributes: components["schemas"]["WantedAttributeRequest"][];
        };
        /** @description Who did what to what. */
        AuditEntry: {
            /** Format: uuid */
            id: string;
            actor: components["schemas"]["Person"] | null;
            action: string;
            target_kind: string;
            /** Format: uuid */
            target_id: string | null;
            details: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
        };
        /** @description The augmentation to show. */
        AugmentationOptionsRequest: {
            augmentation: {
                [key: string]: unknown;
            };
        };
        /** @description The finished preview; ``labels`` are all of the version, so that each keeps its colour. */
        AugmentationPreview: {
            labels: string[];
            images: components["schemas"]["AugmentedImage"][];
        };
        /** @description Samples to show with random changes. */
        AugmentationPreviewCreateRequest: {
            /** Format: uuid */
            dataset_version_id: string;
            options: components["schemas"]["AugmentationOptionsRequest"];
            image_size?: number;
            sample_ids?: string[];
        };
        /** @description One sample beside its random variants; the addresses are paths of this API. */
        AugmentedImage: {
            /** Format: uuid */
            sample_id: string;
            original: components["schemas"]["AugmentedVariant"];
            variants: components["schemas"]["AugmentedVariant"][];
        };
        /** @description An image as training sees it, and what is marked there, in its pixels. */
        AugmentedVariant: {
            url: string;
            width: number;
            height: number;
            regions: components["schemas"]["SeenRegion"][];
        };
        /** @description How many labels somebody gave. */
        AuthorCount: {
            author: components["schemas"]["Person"] | null;
            num: number;
        };
        /**
         * @description How long a backbone would train, at most where that is not measured, and the model's size.
         *
         *     ``is_usual`` says that its tier stands for it with this data, unless another one is chosen.
         */
        BackboneEstimate: {
            key: string;
            tier: components["schemas"]["Tier"];
            /** Format: double */
            seconds: number | null;
            /** Format: double */
            most_seconds: number | null;
            /** Format: double */
            size_mb: number;
            basis: components["schemas"]["BasisEnum"];
            is_usual: boolean;
        };
        /** @description A number for each of some names. */
        Bars: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "bars";
            name: string;
            labels: string[];
            counts: number[];
        };
        /**
         * @description * `bars` - bars
         * @enum {string}
         */
        BarsKindEnum: "bars";
        /** @description Named values, drawn from the largest: importances, errors by cause, coverage. */
        BarsSection: {
            key: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "bars";
            axis: string;
            /** @enum {string} */
            unit: "count" | "share" | "number";
            names: string[];
            values: number[];
        };
        /**
         * @description * `measured` - measured
         *     * `estimated` - estimated
         *     * `unknown` - unknown
         * @enum {string}
         */
        BasisEnum: "measured" | "estimated" | "unknown";
        /** @description One sample of a batch. */
        BatchItemRequest: {
            revision: number;
            /** Format: uuid */
            sample_id: string;
        };
        /**
         * @description Many inputs predicted by one model version.
         *
         *     ``source`` tells where they come from and ``source_name`` what that is called. The job is
         *     ``null`` while files are still sent. ``problems`` are the first hundred of the ``num_failed``;
         *     the predictions name all. ``formats`` are those in which they can be downloaded, once all is
         *     predicted. ``schedule_id`` is the schedule that began it, if any.
         */
        BatchPrediction: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            project_id: string;
            /** Format: uuid */
            model_version_id: string | null;
            model_name: string;
            model_number: number | null;
            source: components["schemas"]["BatchPredictionSource"];
            source_name: string;
            /** Format: uuid */
            dataset_id: string | null;
            /** Format: uuid */
            schedule_id: string | null;
            keeps_suggestions: boolean;
            num_files: number;
            num_predicted: number;
            num_failed: number;
            problems: components["schemas"]["PredictionProblem"][];
            formats: components["schemas"]["PredictionFormat"][];
            job: components["schemas"]["Job"] | null;
            created_by: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
        };
        /**
         * @description * `dataset` - Dataset
         *     * `version` - Version
         *     * `files` - Files
         *     * `folder` - Folder
         * @enum {string}
         */
        BatchPredictionSource: "dataset" | "version" | "files" | "folder";
        /** @description A trial that was better than all that ended before it. */
        BestSoFar: {
            number: number;
            /** Format: double */
            score: number;
            /** Format: date-time */
            finished_at: string;
        };
        /** @description One bar of a histogram: ``low`` ≤ value < ``high`` (the last bar includes ``high``). */
        Bin: {
            /** Format: double */
            low: number;
            /** Format: double */
            high: number;
            num: number;
        };
        /** @enum {unknown} */
        BlankEnum: "";
        /** @description An upright rectangle in an image, in pixels. */
        Box: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "box";
            /** Format: double */
            left: number;
            /** Format: double */
            top: number;
            /** Format: double */
            width: number;
            /** Format: double */
            height: number;
        };
        /**
         * @description * `box` - box
         * @enum {string}
         */
        BoxKindEnum: "box";
        /** @description An upright rectangle in an image, in pixels. */
        BoxRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "box";
            /** Format: double */
            left: number;
            /** Format: double */
            top: number;
            /** Format: double */
            width: number;
            /** Format: double */
            height: number;
        };
        /**
         * @description * `bucket` - bucket
         * @enum {string}
         */
        BucketSourceKindEnum: "bucket";
        /** @description What lies below a prefix of a bucket: ``s3://bucket/folder``. */
        BucketSourceRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "bucket";
            address: string;
        };
        /**
         * @description The calls of one revision, or the copies that it was given as a shadow.
         *
         *     ``error_share`` has a Wilson interval. ``mean_score`` is that of the surest result of each call;
         *     of copies none is known. ``labels`` maps names to numbers of calls.
         */
        CallFigures: {
            num_calls: number;
            num_errors: number;
            error_share: components["schemas"]["Interval"] | null;
            /** Format: double */
            latency_mean_ms: number | null;
            /** Format: double */
            latency_p50_ms: number | null;
            /** Format: double */
            latency_p95_ms: number | null;
            /** Format: double */
            latency_p99_ms: number | null;
            /** Format: double */
            mean_score: number | null;
            labels: {
                [key: string]: number;
            };
        };
        /** @description How much may be called; what is missing or null is not limited. */
        CallLimits: {
            /** Format: double */
            requests_per_second?: number | null;
            burst?: number | null;
            /** Format: int64 */
            daily_quota?: number | null;
            /** Format: int64 */
            total_quota?: number | null;
        };
        /** @description How much may be called; what is missing or null is not limited. */
        CallLimitsRequest: {
            /** Format: double */
            requests_per_second?: number | null;
            burst?: number | null;
            /** Format: int64 */
            daily_quota?: number | null;
            /** Format: int64 */
            total_quota?: number | null;
        };
        /** @description The calls of one stretch of time, which begins at ``time``. */
        CallPoint: {
            /** Format: date-time */
            time: string;
            num_calls: number;
            num_errors: number;
            /** Format: double */
            latency_p50_ms: number | null;
            /** Format: double */
            latency_p95_ms: number | null;
        };
        /**
         * @description How an endpoint was called.
         *
         *     ``labels``, ``versions`` and ``error_codes`` map names to numbers of calls.
         */
        CallStatistics: {
            num_calls: number;
            num_errors: number;
            /** Format: double */
            latency_p50_ms: number | null;
            /** Format: double */
            latency_p95_ms: number | null;
            /** Format: double */
            latency_p99_ms: number | null;
            series: components["schemas"]["CallPoint"][];
            labels: {
                [key: string]: number;
            };
            versions: {
                [key: string]: number;
            };
            callers: components["schemas"]["CallerCalls"][];
            error_codes: {
                [key: string]: number;
            };
        };
        /**
         * @description The calls of one caller: a key, an application, a person with a token, or a share link.
         *
         *     ``name`` is ``None`` of one that is not there any more.
         */
        CallerCalls: {
            id: string;
            name: string | null;
            num_calls: number;
        };
        /**
         * @description Stored calls to make samples of.
         *
         *     ``answer_column`` is for tables: where the right answer of each row is to stand.
         */
        CallsToAddRequest: {
            call_ids: string[];
            /** Format: uuid */
            dataset_id: string;
            /** @default true */
            suggests: boolean;
            answer_column?: string;
        };
        /** @description Stored calls to delete; without ids, all of the endpoint. */
        CallsToDeleteRequest: {
            call_ids?: string[];
        };
        /**
         * @description One sample, what is true of it and what the model predicted, in their JSON form.
         *
         *     ``error`` is a translation key such as ``missed`` or ``false_positive``, ``None`` for a good
         *     case. ``image`` is a PNG of the package (a heat map over the sample), ``sample_image`` the
         *     sample itself where the run made it; ``attributions`` are weights in -1..1 for the characters or
         *     columns named.
         */
        Case: {
            sample_id: string;
            name: string;
            error: string | null;
            truth: unknown;
            predicted: unknown;
            score: number | null;
            image: string | null;
            sample_image: string | null;
            attributions: [
                string,
                number
            ][];
        };
        /**
         * @description Samples to look at: the worst first, with the true number of them.
         *
         *     ``prediction`` says how to draw truth and prediction: ``engine.catalog.PredictionKind``.
         */
        CasesSection: {
            key: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "cases";
            prediction: string;
            cases: components["schemas"]["Case"][];
            num_cases: number;
        };
        /** @description Tasks, targets, samplers, and whether pretrained weights are at hand. */
        Catalog: {
            tasks: components["schemas"]["CatalogTask"][];
            targets: components["schemas"]["CatalogTarget"][];
            samplers: components["schemas"]["CatalogSampler"][];
            pretrained_available: boolean;
        };
        /**
         * @description What annotations of a kind are made of, and what the product does with them.
         *
         *     ``labels`` are given to the whole sample; ``geometries`` are those of its regions, which need a
         *     label unless ``region_labels_required`` is off. ``may_be_negative`` tells whether "there is
         *     nothing to annotate" is something to say. ``editor`` is what people annotate with, ``None`` for
         *     data that says it itself, as a table does. ``drawn_as`` is the prediction of a model that the
         *     annotation is drawn like; ``suggested_from`` the prediction that suggestions are made from,
         *     ``None`` where models suggest nothing. ``is_writing`` says that samples show writing, which
         *     mirrored is other writing.
         */
        CatalogAnnotation: {
            editor: components["schemas"]["EditorEnum"] | components["schemas"]["NullEnum"];
            labels: boolean;
            geometries: string[];
            region_labels_required: boolean;
            region_texts: boolean;
            points: boolean;
            relations: boolean;
            max_texts: number;
            value: boolean;
            may_be_negative: boolean;
            drawn_as: components["schemas"]["PredictionKind"] | components["schemas"]["NullEnum"];
            suggested_from: components["schemas"]["PredictionKind"] | components["schemas"]["NullEnum"];
            is_classification: boolean;
        };
        /**
         * @description One network that a task can be trained with.
         *
         *     ``shape`` names the options that say how it is built; those of other networks mean nothing to
         *     it.
         */
        CatalogBackbone: {
            key: string;
            tier: components["schemas"]["Tier"];
            /** Format: double */
            parameters_millions: number;
            input_size: number | null;
            min_input_size: number;
            weights: string | null;
            weights_available: boolean;
            /** @description Whether this installation allows the licence of the weights. */
            weights_allowed: boolean;
            licence: string;
            shape: string | null;
        };
        /** @description A number that models are evaluated by: how it is written, and which way is better. */
        CatalogMetric: {
            name: string;
            unit: components["schemas"]["PrimaryUnitEnum"];
            higher_is_better: boolean;
        };
        /**
         * @description One way to choose the settings of trials; ``options_schema`` is a JSON Schema of its numbers.
         *
         *     ``learns_from_scratch``: it chooses for trials that do; ``leads_populations``: for trials that
         *     go on from each other's weights.
         */
        CatalogSampler: {
            key: string;
            options_schema: {
                [key: string]: unknown;
            };
            learns_from_scratch: boolean;
            leads_populations: boolean;
        };
        /** @description One deployment target; ``max_parameters_millions`` bounds the backbones offered with it. */
        CatalogTarget: {
            key: string;
            runtime: string;
            /** Format: double */
            max_parameters_millions: number | null;
        };
        /**
         * @description One task that models can be trained for; ``options_schema`` is a JSON Schema.
         *
         *     ``metrics`` are all that its models may be evaluated by, ``primary_metric`` first; each model
         *     says which one is its own.
         */
        CatalogTask: {
            key: string;
            modality: string;
            media: components["schemas"]["Media"];
            annotation: components["schemas"]["AnnotationKind"];
            annotation_card: components["schemas"]["CatalogAnnotation"];
            prediction: components["schemas"]["PredictionKind"];
            supports_multi_label: boolean;
            primary_metric: string;
            primary_unit: components["schemas"]["PrimaryUnitEnum"];
            higher_is_better: boolean;
            metrics: components["schemas"]["CatalogMetric"][];
            formats: components["schemas"]["DatasetFormat"][];
            export_formats: components["schemas"]["DatasetFormat"][];
            backbones: components["schemas"]["CatalogBackbone"][];
            export_targets: string[];
            options_schema: {
                [key: string]: unknown;
            };
            /**
             * Format: double
             * @description Part of a table's rows that validation and test take each; null of other data.
             */
            held_out_share: number | null;
            min_samples_per_label: number;
            advised_samples_per_label: number;
            /** @description Whether a model of this task that needs no training comes with Easel. */
            works_untrained: boolean;
        };
        /**
         * @description * `none` - none
         *     * `higher` - higher
         *     * `lower` - lower
         *     * `wider` - wider
         *     * `narrower` - narrower
         *     * `more_missing` - more_missing
         *     * `fewer_missing` - fewer_missing
         *     * `more_of` - more_of
         *     * `less_of` - less_of
         *     * `other_content` - other_content
         * @enum {string}
         */
        ChangeEnum: "none" | "higher" | "lower" | "wider" | "narrower" | "more_missing" | "fewer_missing" | "more_of" | "less_of" | "other_content";
        /** @description How many samples were changed, or the job that changes so many. */
        Changed: {
            num: number;
            job: components["schemas"]["Job"] | null;
        };
        /**
         * @description Somebody or something that is told of alerts: an e-mail address, a webhook, a chat group.
         *
         *     It is told of one project, or of all of the organisation where ``project_id`` is null. Of a web
         *     address only the host is shown, because the rest may be a secret. ``num_failed`` deliveries of
         *     the last seven days were given up.
         */
        Channel: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organisation_id: string;
            /** Format: uuid */
            project_id: string | null;
            kind: components["schemas"]["ChannelKind"];
            name: string;
            address: string;
            language: string;
            num_failed: number;
            /** Format: date-time */
            last_delivered_at: string | null;
            created_by: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
        };
        /**
         * @description What the other side answered to a delivery, or why it did not.
         *
         *     ``status`` is that of HTTP, null where there was none; ``text`` is the beginning of the answer.
         */
        ChannelAnswer: {
            is_accepted: boolean;
            status: number | null;
            text: string;
        };
        /**
         * @description A channel to make: ``member_id`` for e-mail, ``address`` for all others.
         *
         *     Without ``project_id`` it is told of all projects. ``secret`` is that of a DingTalk robot whose
         *     security setting asks for a signature.
         */
        ChannelCreateRequest: {
            /** Format: uuid */
            organisation_id: string;
            /** Format: uuid */
            project_id?: string | null;
            kind: components["schemas"]["ChannelKind"];
            name: string;
            address?: string;
            /** Format: uuid */
            member_id?: string;
            secret?: string;
            /** @default en */
            language: components["schemas"]["Language"];
        };
        /**
         * @description * `email` - email
         *     * `webhook` - webhook
         *     * `slack` - slack
         *     * `dingtalk` - dingtalk
         *     * `wecom` - wecom
         * @enum {string}
         */
        ChannelKind: "email" | "webhook" | "slack" | "dingtalk" | "wecom";
        /** @description The secret that signs the deliveries of a webhook from now on: shown once. */
        ChannelSecret: {
            secret: string;
        };
        /**
         * @description One class at its recommended threshold (single-label data: at the arg-max decision).
         *
         *     ``num_samples`` held-out samples show the class and ``num_predicted`` were given it: where one
         *     of them is 0 the ratio over it is written as 0.0, and has no interval. Those are Wilson's, of
         *     95 %; reports of before they were measured have none. ``curve`` holds an even grid of thresholds
         *     from 0 to 1 and the recommended one, as far as a sample reaches them.
         */
        ClassReport: {
            label: string;
            num_samples: number;
            num_predicted: number;
            precision: number;
            precision_interval: [
                number,
                number
            ] | null;
            recall: number;
            recall_interval: [
                number,
                number
            ] | null;
            f1: number;
            average_precision: number;
            recommended_threshold: number;
            curve: components["schemas"]["PrPoint"][];
        };
        /**
         * @description Report of a single- or multi-label classifier.
         *
         *     ``confusion[i][j]`` counts samples of class i that were given class j; empty for multi-label
         *     data and above 200 labels. ``mistakes`` are at most 500, the surest first; ``num_mistakes`` is
         *     the true count. Means over classes leave out the ``untested`` ones, those without a held-out
         *     sample. ``rarest`` is the class that training had fewest samples of.
         *     ``top_k[k-1]`` is the share whose class is among the k best, k ≤ 5; empty for multi-label.
         *     ``baseline`` is the accuracy of a simple method on the same samples, where there is one.
         *     ``own_metrics`` are those of the user's own.
         */
        ClassificationReport: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "classification";
            /** @constant */
            schema_version: 1;
            multi_label: boolean;
            /**
             * @description The part of a dataset version that a sample belongs to.
             * @enum {string}
             */
            split: "train" | "validation" | "test";
            num_samples: number;
            primary_metric: string;
            accuracy: components["schemas"]["Estimate"];
            macro_precision: number;
            macro_recall: number;
            macro_f1: components["schemas"]["Estimate"];
            mean_average_precision: number;
            top_k: number[];
            labels: string[];
            classes: components["schemas"]["ClassReport"][];
            untested: string[];
            rarest: string | null;
            confusion: number[][];
            mistakes: components["schemas"]["Mistake"][];
            num_mistakes: number;
            examples: components["schemas"]["Example"][];
            baseline: components["schemas"]["MetricValue"] | null;
            own_metrics: components["schemas"]["MetricValue"][];
            runtime: components["schemas"]["RuntimeCheck"];
            training: components["schemas"]["TrainingSummary"];
        };
        /**
         * @description * `image` - image
         *     * `text` - text
         *     * `audio` - audio
         * @enum {string}
         */
        CleanedMedia: "image" | "text" | "audio";
        /**
         * @description * `same` - same
         *     * `changed` - changed
         *     * `dropped` - dropped
         * @enum {string}
         */
        CleaningOutcome: "same" | "changed" | "dropped";
        /** @description What a recipe would do with ``num_samples`` of ``total`` samples, some of them shown. */
        CleaningPreview: {
            num_samples: number;
            total: number;
            num_same: number;
            num_changed: number;
            num_dropped: number;
            num_lost: number;
            dropped: {
                [key: string]: number;
            };
            samples: components["schemas"]["PreviewedSample"][];
        };
        /** @description Steps under a name, for the samples of one medium in all datasets of a project. */
        CleaningRecipe: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            project_id: string;
            media: components["schemas"]["CleanedMedia"];
            name: string;
            steps: {
                [key: string]: unknown;
            }[];
            created_by: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
        };
        /**
         * @description Samples that were taken through steps, and what became of them.
         *
         *     ``dropped`` counts by step those that left the dataset: ``decode`` are files that cannot be
         *     read, ``same_content`` those that became the same as another. ``num_skipped`` had been changed
         *     by somebody meanwhile, ``num_left`` could not be brought back.
         */
        CleaningRun: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            dataset_id: string;
            name: string;
            steps: {
                [key: string]: unknown;
            }[];
            query: components["schemas"]["SampleFilter"];
            num_named: number | null;
            state: components["schemas"]["CleaningState"];
            num_samples: number;
            num_done: number;
            num_changed: number;
            num_dropped: number;
            num_skipped: number;
            num_lost: number;
            num_left: number;
            dropped: {
                [key: string]: number;
            };
            can_be_undone: boolean;
            job: components["schemas"]["Job"] | null;
            created_by: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
        };
        /**
         * @description * `cleaning` - Cleaning
         *     * `applying` - Applying
         *     * `applied` - Applied
         *     * `undoing` - Undoing
         *     * `undone` - Undone
         * @enum {string}
         */
        CleaningState: "cleaning" | "applying" | "applied" | "undoing" | "undone";
        /** @description A step that a medium has; ``options`` is a JSON Schema. */
        CleaningStep: {
            media: components["schemas"]["CleanedMedia"];
            kind: string;
            options: {
                [key: string]: unknown;
            };
        };
        /** @description All steps, by medium in the order in which they are usually taken. */
        CleaningSteps: {
            steps: components["schemas"]["CleaningStep"][];
        };
        /** @description A click on the thing, or beside it, in pixels of the upright image. */
        ClickRequest: {
            /** Format: double */
            x: number;
            /** Format: double */
            y: number;
            /** @default true */
            positive: boolean;
        };
        /**
         * @description * `number` - number
         *     * `category` - category
         *     * `time` - time
         *     * `text` - text
         *     * `empty` - empty
         * @enum {string}
         */
        ColumnKind: "number" | "category" | "time" | "text" | "empty";
        /**
         * ColumnMapping
         * @description Which columns hold what; roles that are not named are guessed, other columns are not read.
         *
         *     ``without`` are roles that no column has. Columns are named as the header has them; without a
         *     header they are ``column_1``, ``column_2`` …, and of columns of one name the second is ``x_2``.
         */
        ColumnMapping: {
            /** Columns */
            columns?: {
                /**
                 * Role
                 * @enum {string}
                 */
                role: "file" | "text" | "text1" | "text2" | "label" | "score" | "spans" | "split";
                /** Column */
                column: string;
            }[];
            /** Without */
            without?: ("file" | "text" | "text1" | "text2" | "label" | "score" | "spans" | "split")[];
        };
        /**
         * @description How a file is read, its columns, which of them is what, and its first rows as written.
         *
         *     ``changed`` are the parts of the reading that would be guessed otherwise; ``num_rows`` are the
         *     rows looked at, ``sheets`` those of a workbook.
         */
        ColumnPreview: {
            reading: components["schemas"]["TableReading"];
            changed: string[];
            names: string[];
            roles: components["schemas"]["PreviewedRole"][];
            rows: string[][];
            num_rows: number;
            sheets: string[];
            file_kind: components["schemas"]["FileKindEnum"];
        };
        /** @description A table's file, or its first megabyte, of a format whose columns people may name. */
        ColumnPreviewRequest: {
            /** Format: binary */
            file: string;
            reading?: components["schemas"]["GivenTableReading"];
            /** @default true */
            is_whole: components["schemas"]["IsWholeEnum"];
            format: components["schemas"]["DatasetFormat"];
            mapping?: components["schemas"]["ColumnMapping"];
        };
        /**
         * @description * `target` - target
         *     * `ignore` - ignore
         *     * `time` - time
         *     * `series` - series
         * @enum {string}
         */
        ColumnRole: "target" | "ignore" | "time" | "series";
        /**
         * @description What the cells of a column are, over all rows.
         *
         *     ``num_distinct`` is null where there are more than 10,000 different values. ``edges`` and
         *     ``counts`` are a histogram of its numbers, of 10,000 random rows where there are more.
         */
        ColumnStatistics: {
            name: string;
            num_missing: number;
            num_distinct: number | null;
            num_numbers: number;
            /** Format: double */
            minimum: number | null;
            /** Format: double */
            maximum: number | null;
            /** Format: double */
            mean: number | null;
            /** Format: double */
            deviation: number | null;
            edges: number[];
            counts: number[];
            top: components["schemas"]["CommonValue"][];
        };
        /** @description What a reviewer wrote of one region, or with an empty ``region`` of the whole sample. */
        Comment: {
            /** Format: uuid */
            id: string;
            region: string;
            text: string;
            author: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            resolved_at: string | null;
        };
        /** @description A value and in how many rows it stands. */
        CommonValue: {
            value: string;
            num: number;
        };
        /** @description One of two revisions: what it answered, and what it said as a shadow of the other. */
        ComparedRevision: {
            number: number;
            model_version: components["schemas"]["ServedModelVersion"];
            answered: components["schemas"]["CallFigures"];
            copies: components["schemas"]["CallFigures"] | null;
        };
        /** @description How many. */
        Count: {
            count: number;
        };
        /** @description A sample that stands for a project, with what a small image of it draws. */
        Cover: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            dataset_id: string;
            name: string;
            width: number | null;
            height: number | null;
            duration_ms: number | null;
            num_characters: number | null;
            excerpt: string;
            drawn: components["schemas"]["DrawnLabel"][];
        };
        /**
         * @description A key of one endpoint, and an application with a token for EasyDL-compatible clients.
         *
         *     The secrets of all three are shown once.
         */
        CreatedAccess: {
            key: components["schemas"]["CreatedEndpointKey"];
            application: components["schemas"]["CreatedApplication"];
            access_token: string;
            /** Format: date-time */
            expires_at: string;
        };
        /** @description A token itself, which is shown once. */
        CreatedAccessToken: {
            /** Format: uuid */
            id: string;
            access_token: string;
            /** Format: date-time */
            expires_at: string;
        };
        /** @description A new API key with its secret, which is shown this once. */
        CreatedApiKey: components["schemas"]["ApiKey"] & {
            secret: string;
        };
        /** @description A caller with its secret, which is shown once. */
        CreatedApplication: components["schemas"]["Application"] & {
            client_secret: string;
        };
        /** @description A new channel, with the secret that signs its deliveries where it made one: shown once. */
        CreatedChannel: components["schemas"]["Channel"] & {
            secret: string | null;
        };
        /** @description A key with its secret, which is shown once. */
        CreatedEndpointKey: components["schemas"]["EndpointKey"] & {
            secret: string;
        };
        /** @description A new invitation with its secret, which is shown this once. */
        CreatedInvitation: components["schemas"]["Invitation"] & {
            token: string;
            url: string;
        };
        /** @description One line of a plot; ``low`` and ``high`` draw a band around ``y``. */
        Curve: {
            name: string;
            x: number[];
            y: (number | null)[];
            low: number[] | null;
            high: number[] | null;
        };
        /**
         * @description Lines over a common axis: precision and recall, calibration, residuals, backtests.
         *
         *     ``diagonal`` draws the line of the ideal, ``points`` marks instead of lines.
         */
        CurvesSection: {
            key: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "curves";
            x_axis: string;
            y_axis: string;
            curves: components["schemas"]["Curve"][];
            diagonal: boolean;
            points: boolean;
        };
        /** @description The content of another version is the validation part; a share of the rest is for testing. */
        CustomSplit: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "custom";
            /** Format: uuid */
            validation_version_id: string;
            /** Format: double */
            test: number;
            seed: number;
        };
        /**
         * @description * `custom` - custom
         * @enum {string}
         */
        CustomSplitKindEnum: "custom";
        /** @description The content of another version is the validation part; a share of the rest is for testing. */
        CustomSplitRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "custom";
            /** Format: uuid */
            validation_version_id: string;
            /** Format: double */
            test: number;
            seed: number;
        };
        /** @description Data to look at before training, with the options of the run, which may name columns. */
        DataCheckRequest: {
            dataset_version_ids: string[];
            task_options?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description A growing collection of samples.
         *
         *     ``attributes`` are those of regions without a label; ``num_negative`` counts the samples that
         *     were said to show nothing, and ``num_rows`` the rows of its tables, null where it holds none.
         */
        Dataset: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            project_id: string;
            name: string;
            description: string;
            task: components["schemas"]["TaskEnum"];
            multi_label: boolean;
            num_samples: number;
            num_rows: number | null;
            num_labelled: number;
            num_negative: number;
            attributes: components["schemas"]["AttributeDefinition"][];
            num_bytes: number;
            num_trashed: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            latest_version: components["schemas"]["VersionRef"] | null;
        };
        /**
         * @description * `image_folder` - image_folder
         *     * `csv_labels` - csv_labels
         *     * `loose_files` - loose_files
         *     * `voc` - voc
         *     * `coco` - coco
         *     * `yolo` - yolo
         *     * `labelme` - labelme
         *     * `label_studio` - label_studio
         *     * `mask_png` - mask_png
         *     * `mask_color` - mask_color
         *     * `text_table` - text_table
         *     * `tsv` - tsv
         *     * `xlsx` - xlsx
         *     * `parquet` - parquet
         *     * `conll` - conll
         *     * `json_lines` - json_lines
         *     * `text_pairs` - text_pairs
         *     * `audio_folder` - audio_folder
         *     * `transcripts` - transcripts
         *     * `video_folder` - video_folder
         *     * `mot` - mot
         *     * `cvat` - cvat
         *     * `text_lines` - text_lines
         *     * `captions` - captions
         *     * `table` - table
         * @enum {string}
         */
        DatasetFormat: "image_folder" | "csv_labels" | "loose_files" | "voc" | "coco" | "yolo" | "labelme" | "label_studio" | "mask_png" | "mask_color" | "text_table" | "tsv" | "xlsx" | "parquet" | "conll" | "json_lines" | "text_pairs" | "audio_folder" | "transcripts" | "video_folder" | "mot" | "cvat" | "text_lines" | "captions" | "table";
        /** @description A dataset by name. */
        DatasetLink: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        /**
         * @description A frozen selection of samples with labels and splits.
         *
         *     ``num_rows`` are those of its tables, null where it holds none.
         */
        DatasetVersion: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            dataset_id: string;
            dataset_name: string;
            /** Format: uuid */
            project_id: string;
            number: number;
            note: string;
            state: components["schemas"]["VersionState"];
            multi_label: boolean;
            split_recipe: components["schemas"]["SplitRecipe"];
            labels: components["schemas"]["VersionLabel"][];
            counts: components["schemas"]["VersionCounts"];
            num_samples: number;
            num_rows: number | null;
            query: components["schemas"]["SampleFilter"];
            cleaning: components["schemas"]["VersionCleaning"][];
            content_sha256: string | null;
            job: components["schemas"]["Job"] | null;
            created_by: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
            num_runs: number;
        };
        /** @description A version written in a format of datumaro's; ``url`` is its zip once the job is done. */
        DatumaroExport: {
            /** Format: uuid */
            id: string;
            format: string;
            num_samples: number | null;
            num_annotations: number | null;
            losses: components["schemas"]["ExportLoss"][];
            job: components["schemas"]["Job"] | null;
            url: string | null;
        };
        /** @description What the installed version of datumaro reads and writes. */
        DatumaroFormats: {
            version: string;
            imports: string[];
            exports: string[];
        };
        /**
         * @description How often a model version was right on a day, by what callers said later.
         *
         *     ``accuracy`` is ``num_right`` of ``num_evaluated``, ``low`` to ``high`` its 95 % interval
         *     (Wilson); of numbers ``mean_error`` is how far they were from the right ones. Calls that were
         *     stored for being unsure or disputed do not count here: they would make the model look worse.
         */
        DayAccuracy: {
            /** Format: date */
            day: string;
            version: number | null;
            num_calls: number;
            num_evaluated: number;
            num_right: number;
            /** Format: double */
            accuracy: number | null;
            /** Format: double */
            low: number | null;
            /** Format: double */
            high: number | null;
            /** Format: double */
            mean_error: number | null;
        };
        /** @description How many labels were given on a day. */
        DayCount: {
            /** Format: date */
            day: string;
            num: number;
        };
        /** @description One notice to one channel: what became of it, and when it is tried again. */
        Delivery: {
            /** Format: uuid */
            id: string;
            event: string;
            subject: string;
            state: components["schemas"]["DeliveryState"];
            num_attempts: number;
            last_answer: components["schemas"]["ChannelAnswer"] | null;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            finished_at: string | null;
        };
        /**
         * @description * `waiting` - waiting
         *     * `delivered` - delivered
         *     * `failed` - failed
         * @enum {string}
         */
        DeliveryState: "waiting" | "delivered" | "failed";
        /**
         * @description An endpoint: what should run, what does, and where.
         *
         *     ``limits`` are those of all callers together. ``rolls_back`` says whether calls go back by
         *     themselves when a new revision fails more often or answers more slowly. After ``idle_minutes``
         *     without a call its model servers end; the next call waits, ``wake_seconds`` the last time.
         *     ``sampling`` is null while no call is stored, ``async_predictions`` while none are accepted;
         *     ``num_queued`` of these wait and ``num_running`` are made.
         */
        Deployment: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            project_id: string;
            name: string;
            suffix: string;
            model_version: components["schemas"]["ServedModelVersion"];
            replicas: number;
            desired_state: components["schemas"]["DesiredState"];
            state: components["schemas"]["DeploymentState"];
            url: string | null;
            predict_url: string | null;
            easydl_url: string;
            v2_url: string | null;
            error: components["schemas"]["DeploymentError"] | null;
            generation: number;
            observed_generation: number;
            limits: components["schemas"]["LimitsSpec"];
            rolls_back: boolean;
            idle_minutes: number | null;
            /** Format: double */
            wake_seconds: number | null;
            sampling: components["schemas"]["Sampling"] | null;
            async_predictions: components["schemas"]["AsyncPredictions"] | null;
            num_queued: number;
            num_running: number;
            /** @description Whether the model server goes by the latest change of who may call. */
            knows_callers: boolean;
            created_by: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @description A model version to publish. */
        DeploymentCreateRequest: {
            /** Format: uuid */
            model_version_id: string;
            name: string;
            suffix: string;
            /** @default 1 */
            replicas: number;
        };
        /** @description The drift of an endpoint: of each revision that is called, the newest first. */
        DeploymentDrift: {
            revisions: components["schemas"]["RevisionDrift"][];
        };
        /** @description Why an endpoint does not run as asked. */
        DeploymentError: {
            code: string;
            message: string;
        };
        /** @description The revisions that ran or answered, the newest first. */
        DeploymentLoad: {
            revisions: components["schemas"]["RevisionLoad"][];
        };
        /**
         * @description A model version behind an endpoint, with model servers of its own.
         *
         *     ``weight`` is the share of the calls in percent that it should get, ``routed_weight`` the one
         *     that it gets. A shadow is given copies of calls, and its answers are never returned.
         *     ``withdrawn_reason`` says why its calls went back by themselves.
         */
        DeploymentRevision: {
            number: number;
            model_version: components["schemas"]["ServedModelVersion"];
            replicas: number;
            /** Format: double */
            weight: number;
            /** Format: double */
            routed_weight: number;
            is_shadow: boolean;
            state: components["schemas"]["DeploymentState"];
            error: components["schemas"]["DeploymentError"] | null;
            withdrawn_reason: string;
            created_by: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
        };
        /**
         * @description * `starting` - Starting
         *     * `running` - Running
         *     * `asleep` - Asleep
         *     * `stopped` - Stopped
         *     * `failed` - Failed
         * @enum {string}
         */
        DeploymentState: "starting" | "running" | "asleep" | "stopped" | "failed";
        /**
         * @description * `running` - Running
         *     * `stopped` - Stopped
         * @enum {string}
         */
        DesiredState: "running" | "stopped";
        /** @description The paths of files, as a JSON list, and the beginnings of some of them. */
        DetectionRequest: {
            names: string;
            files?: string[];
        };
        /** @description A sample that differs; ``sample_id`` is ``null`` when it was deleted for good since. */
        DifferentSample: {
            /** Format: uuid */
            sample_id: string | null;
            name: string;
            before: components["schemas"]["Frozen"] | null;
            after: components["schemas"]["Frozen"] | null;
        };
        /** @description The disk of the data folder; nothing large is taken in while it is full. */
        Disk: {
            is_full: boolean;
            free_bytes: number;
            total_bytes: number;
            reserve_bytes: number;
        };
        /**
         * @description The first regions of a label, as a small image draws them; the label may be ``null``.
         *
         *     ``num`` regions are drawn. ``outlines`` and ``points`` (key points, as lines of no length) are
         *     SVG path data in pixels of the sample, or in milliseconds from left to right with a height of
         *     1; ``spans`` are pairs of characters, where a text's region begins and ends. Of a video, what is
         *     marked in its first frame is drawn.
         */
        DrawnLabel: {
            /** Format: uuid */
            label_id: string | null;
            num: number;
            outlines: string;
            points: string;
            spans: number[][];
        };
        /**
         * @description When windows of calls end, and how long they are kept.
         *
         *     One ends after ``window_calls`` calls, or after ``window_hours`` as soon as it has enough of
         *     them for a verdict.
         */
        DriftSettings: {
            window_calls: number;
            window_hours: number;
            keep_days: number;
        };
        /** @description One statistic of one feature; above ``threshold`` it is an alarm. */
        DriftTest: {
            statistic: components["schemas"]["StatisticEnum"];
            /** Format: double */
            value: number;
            /** Format: double */
            threshold: number;
        };
        /**
         * @description * `same` - same
         *     * `drifted` - drifted
         *     * `too_few_calls` - too_few_calls
         *     * `too_small_reference` - too_small_reference
         * @enum {string}
         */
        DriftVerdict: "same" | "drifted" | "too_few_calls" | "too_small_reference";
        /**
         * @description A window of calls that has ended.
         *
         *     Of ``num_calls`` that were answered ``num_measured`` were measured, which makes
         *     ``num_compared`` inputs: a table counts with its rows. ``excess`` is the largest statistic as a
         *     multiple of its threshold, null where nothing was compared.
         */
        DriftWindow: {
            /** Format: uuid */
            id: string;
            revision: number;
            /** Format: date-time */
            first_at: string;
            /** Format: date-time */
            last_at: string;
            num_calls: number;
            num_measured: number;
            num_compared: number;
            verdict: components["schemas"]["DriftVerdict"];
            num_drifted: number;
            /** Format: double */
            excess: number | null;
        };
        /** @description A window with its features: those that drifted first, with how they were and are spread. */
        DriftWindowReport: {
            window: components["schemas"]["DriftWindow"];
            num_reference: number | null;
            features: components["schemas"]["FeatureDrift"][];
            distributions: components["schemas"]["FeatureDistribution"][];
        };
        /**
         * @description * `segments` - segments
         *     * `boxes` - boxes
         *     * `outlines` - outlines
         *     * `spans` - spans
         *     * `relations` - relations
         *     * `texts` - texts
         *     * `tracks` - tracks
         *     * `score` - score
         * @enum {string}
         */
        EditorEnum: "segments" | "boxes" | "outlines" | "spans" | "relations" | "texts" | "tracks" | "score";
        /**
         * @description Samples of a dataset laid out on a plane by their embeddings.
         *
         *     ``num_samples`` of ``num_live`` were drawn; ``num_unreadable`` have no place.
         */
        EmbeddingMap: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            dataset_id: string;
            state: components["schemas"]["InspectionState"];
            method: components["schemas"]["MapMethod"] | components["schemas"]["BlankEnum"];
            num_live: number;
            num_samples: number;
            num_unreadable: number;
            job: components["schemas"]["Job"] | null;
            created_by: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @description Nothing to say. */
        EmptyRequest: Record<string, never>;
        /** @description A key that may call one endpoint; only its beginning is known. */
        EndpointKey: {
            /** Format: uuid */
            id: string;
            name: string;
            prefix: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
            limits: components["schemas"]["CallLimits"];
            networks: string[];
        };
        /** @description A key to make; ``networks`` (CIDR) are where it may be used, anywhere without any. */
        EndpointKeyCreateRequest: {
            name: string;
            /** Format: date-time */
            expires_at?: string | null;
            limits?: components["schemas"]["CallLimitsRequest"];
            networks?: string[];
        };
        /** @description An endpoint as it is named to people. */
        EndpointName: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        /**
         * @description * `more` - more
         *     * `fewer` - fewer
         *     * `no_difference_found` - no_difference_found
         * @enum {string}
         */
        ErrorsEnum: "more" | "fewer" | "no_difference_found";
        /** @description A metric with its 95 % interval and the number of samples behind it. */
        Estimate: {
            value: number;
            low: number;
            high: number;
            num_samples: number;
        };
        /**
         * @description A model version in an evaluation; null ids are those of deleted ones.
         *
         *     ``is_training_known`` tells whether it is known what it was trained on: samples of a model of
         *     which that is not known are not left out.
         */
        EvaluatedModel: {
            /** Format: uuid */
            model_version_id: string | null;
            name: string;
            number: number;
            is_training_known: boolean;
        };
        /** @description The numbers of all models, in their order, on the same ``num_samples``. */
        EvaluatedPart: {
            part: components["schemas"]["PartEnum"];
            num_samples: number;
            models: components["schemas"]["ModelMetrics"][];
        };
        /**
         * @description Model versions measured on the same samples; each is compared with the first.
         *
         *     Samples that one of the models was trained on are left out, ``num_trained_on`` of them; so are
         *     ``num_unknown`` with ``unknown_labels``, which one of the models does not know, and
         *     ``num_left_out`` that cannot be read or are unlabelled, of which ``left_out`` names some. Rows
         *     of tables count as samples. With a tag, samples that have it are a part of their own, and so
         *     are the others. Until the job has ended well, ``parts`` is empty.
         */
        Evaluation: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            project_id: string;
            /** Format: uuid */
            dataset_version_id: string | null;
            source_name: string;
            tag_name: string;
            models: components["schemas"]["EvaluatedModel"][];
            num_trained_on: number;
            num_unknown: number;
            unknown_labels: string[];
            primary_metric: string;
            higher_is_better: boolean;
            parts: components["schemas"]["EvaluatedPart"][];
            num_left_out: number;
            left_out: components["schemas"]["LeftOutSample"][];
            job: components["schemas"]["Job"] | null;
            created_by: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @description One sample that was named rightly, and what spoke for it; see ``Mistake``. */
        Example: {
            sample_id: string;
            name: string;
            label: string;
            predicted: string;
            score: number;
            heatmap: string | null;
            attributions: [
                string,
                number
            ][];
        };
        /**
         * @description * `keep` - Keep
         *     * `merge` - Merge
         *     * `replace` - Replace
         * @enum {string}
         */
        ExistingEnum: "keep" | "merge" | "replace";
        /**
         * @description One kind of thing that a layout cannot hold, and the first places it was met.
         *
         *     ``part`` names what has no place, such as attributes or holes, where the code alone does not.
         */
        ExportLoss: {
            code: string;
            message: string;
            num: number;
            places: string[];
            /**
             * @description What has no place, such as attributes; empty where the code says it.
             * @default
             */
            part: string;
        };
        /** @description What an export would leave out or change; empty when it loses nothing. */
        ExportLosses: {
            num: number;
            losses: components["schemas"]["ExportLoss"][];
        };
        /**
         * @description How a feature is spread: the shares ``before``, in the reference, and ``now``, by bin.
         *
         *     The first bin is what is missing. Of a number the next one lies below the first of ``edges``,
         *     and one from each edge on; else there is one for each of ``categories``, and one for all others.
         */
        FeatureDistribution: {
            name: string;
            edges: number[];
            categories: string[];
            before: number[];
            now: number[];
        };
        /**
         * @description How one feature of a window differs from the reference.
         *
         *     Attributes:
         *         name: ``input.…`` or ``answer.…``.
         *         num_values: calls of the window that had the feature, missing values included.
         *         tests: each statistic of it.
         *         has_drifted: whether one of them is an alarm.
         *         change: which way it went; ``none`` without an alarm.
         *         label: the category that there is more or less of.
         *         before, now: the medians of a number, the shares of a category or of missing values; absent
         *             where that says nothing.
         *         now_beyond: set where the median now lies ``below`` or ``above`` all bins but the outermost:
         *             ``now`` is then the edge of that one, and how far beyond it is not known.
         */
        FeatureDrift: {
            name: string;
            num_values: number;
            tests: components["schemas"]["DriftTest"][];
            has_drifted: boolean;
            change: components["schemas"]["ChangeEnum"];
            label: string | null;
            /** Format: double */
            before: number | null;
            /** Format: double */
            now: number | null;
            now_beyond: components["schemas"]["NowBeyondEnum"] | components["schemas"]["NullEnum"];
        };
        /**
         * @description * `text` - text
         *     * `workbook` - workbook
         *     * `parquet` - parquet
         * @enum {string}
         */
        FileKindEnum: "text" | "workbook" | "parquet";
        /** @description What became of one file or reference; a content that is ``unknown`` has to be sent. */
        FileOutcome: {
            name: string;
            outcome: components["schemas"]["ImportOutcome"];
            code: string | null;
            params: {
                [key: string]: unknown;
            };
            message: string | null;
            /** Format: uuid */
            sample_id: string | null;
        };
        /** @description What became of each file, in the order they were sent. */
        FileOutcomes: {
            outcomes: components["schemas"]["FileOutcome"][];
        };
        /** @description A file that the client holds: its relative path, and its content. */
        FileReferenceRequest: {
            path: string;
            sha256: string;
        };
        /** @description Files whose contents the dataset may have already. */
        FileReferencesRequest: {
            files: components["schemas"]["FileReferenceRequest"][];
        };
        /** @description What the reading of all files found; ``completed_at`` is when it last came to their end. */
        Files: {
            num_damaged: number;
            /** Format: date-time */
            completed_at: string | null;
        };
        /**
         * @description One thing the check of the data found.
         *
         *     ``blocking`` findings stop the run, those to ``confirm`` only until somebody agrees to them.
         */
        Finding: {
            code: string;
            params: {
                [key: string]: unknown;
            };
            message: string;
            blocking: boolean;
            num_samples: number;
            sample_ids: string[];
            confirm: boolean;
        };
        /**
         * @description * `broken_file` - broken_file
         *     * `same_content` - same_content
         *     * `near_duplicate` - near_duplicate
         *     * `mirrored` - mirrored
         *     * `conflicting_labels` - conflicting_labels
         *     * `split_leak` - split_leak
         *     * `label_error` - label_error
         *     * `label_missing` - label_missing
         *     * `label_superfluous` - label_superfluous
         *     * `region_mislabelled` - region_mislabelled
         *     * `region_misplaced` - region_misplaced
         *     * `region_missing` - region_missing
         *     * `rare_label` - rare_label
         *     * `turned` - turned
         *     * `blurred` - blurred
         *     * `too_dark` - too_dark
         *     * `too_bright` - too_bright
         *     * `odd_size` - odd_size
         *     * `odd_ratio` - odd_ratio
         *     * `outlier` - outlier
         *     * `box_tiny` - box_tiny
         *     * `box_outside` - box_outside
         *     * `box_odd` - box_odd
         *     * `box_twice` - box_twice
         *     * `text_short` - text_short
         *     * `text_long` - text_long
         *     * `text_other_script` - text_other_script
         *     * `text_garbled` - text_garbled
         *     * `text_numbers` - text_numbers
         *     * `sound_clipped` - sound_clipped
         *     * `sound_silent` - sound_silent
         *     * `odd_duration` - odd_duration
         *     * `frames_unreadable` - frames_unreadable
         *     * `column_missing` - column_missing
         *     * `column_constant` - column_constant
         *     * `column_leaks` - column_leaks
         *     * `column_mixed` - column_mixed
         *     * `rows_repeated` - rows_repeated
         * @enum {string}
         */
        FindingKind: "broken_file" | "same_content" | "near_duplicate" | "mirrored" | "conflicting_labels" | "split_leak" | "label_error" | "label_missing" | "label_superfluous" | "region_mislabelled" | "region_misplaced" | "region_missing" | "rare_label" | "turned" | "blurred" | "too_dark" | "too_bright" | "odd_size" | "odd_ratio" | "outlier" | "box_tiny" | "box_outside" | "box_odd" | "box_twice" | "text_short" | "text_long" | "text_other_script" | "text_garbled" | "text_numbers" | "sound_clipped" | "sound_silent" | "odd_duration" | "frames_unreadable" | "column_missing" | "column_constant" | "column_leaks" | "column_mixed" | "rows_repeated";
        /** @description What was done about a finding. */
        Fix: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            finding_id: string;
            kind: components["schemas"]["FixKind"];
            state: components["schemas"]["FixState"];
            num_changed: number;
            num_skipped: number;
            job: components["schemas"]["Job"] | null;
            created_by: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
        };
        /**
         * @description * `keep_one` - keep_one
         *     * `trash` - trash
         *     * `relabel` - relabel
         *     * `upright` - upright
         * @enum {string}
         */
        FixKind: "keep_one" | "trash" | "relabel" | "upright";
        /**
         * @description * `applying` - Applying
         *     * `applied` - Applied
         *     * `undoing` - Undoing
         *     * `undone` - Undone
         * @enum {string}
         */
        FixState: "applying" | "applied" | "undoing" | "undone";
        /**
         * @description What lies in a folder of the server and below, and the formats that it may be in.
         *
         *     ``is_whole`` is false where more files lie there than are looked at.
         */
        FolderPreview: {
            num_files: number;
            is_whole: boolean;
            guesses: components["schemas"]["FormatGuess"][];
            tables: components["schemas"]["FoundTable"][];
        };
        /**
         * @description * `folder` - folder
         * @enum {string}
         */
        FolderSourceKindEnum: "folder";
        /** @description A folder of the server; ``path`` is below the allowed folder of that number. */
        FolderSourceRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "folder";
            folder: number;
            /** @default  */
            path: string;
        };
        /** @description The dataset that a fork makes. */
        ForkRequest: {
            name: string;
            description?: string;
        };
        /** @description A format that files may be in, and why; ``score`` in 0..1 compares guesses. */
        FormatGuess: {
            format: components["schemas"]["DatasetFormat"];
            /** Format: double */
            score: number;
            code: string;
            params: {
                [key: string]: unknown;
            };
            message: string;
        };
        /** @description The formats that files may be in, the likeliest first. */
        FormatGuesses: {
            guesses: components["schemas"]["FormatGuess"][];
        };
        /**
         * @description Something that a search found, and the project it is in.
         *
         *     A ``sample`` has its dataset; of a model the latest version is given.
         */
        Found: {
            kind: components["schemas"]["FoundKindEnum"];
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            project_id: string;
            project_name: string;
            /** Format: uuid */
            dataset_id: string | null;
        };
        /**
         * @description * `project` - project
         *     * `dataset` - dataset
         *     * `model_version` - model_version
         *     * `deployment` - deployment
         *     * `sample` - sample
         * @enum {string}
         */
        FoundKindEnum: "project" | "dataset" | "model_version" | "deployment" | "sample";
        /** @description A sample of a finding; ``sample`` is null when it was deleted since. */
        FoundSample: {
            id: number;
            /** Format: uuid */
            sample_id: string;
            group: number | null;
            is_kept: boolean;
            is_fixed: boolean;
            /** Format: double */
            score: number;
            suggested: string;
            params: {
                [key: string]: unknown;
            };
            sample: components["schemas"]["Sample"] | null;
        };
        /** @description A table among the files of a folder; ``name`` is its path below the folder. */
        FoundTable: {
            name: string;
            num_bytes: number;
        };
        /** @description A box in one frame of a video; frames count from 0. Boxes of one object share its track. */
        FrameBox: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "frame_box";
            frame: number;
            track: number;
            /** Format: double */
            left: number;
            /** Format: double */
            top: number;
            /** Format: double */
            width: number;
            /** Format: double */
            height: number;
        };
        /**
         * @description * `frame_box` - frame_box
         * @enum {string}
         */
        FrameBoxKindEnum: "frame_box";
        /** @description A box in one frame of a video; frames count from 0. Boxes of one object share its track. */
        FrameBoxRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "frame_box";
            frame: number;
            track: number;
            /** Format: double */
            left: number;
            /** Format: double */
            top: number;
            /** Format: double */
            width: number;
            /** Format: double */
            height: number;
        };
        /** @description When frames of a video begin. */
        FrameTimes: {
            /** @description Milliseconds from the first frame to each; null where frames follow each other evenly over the length of the video. */
            times_ms: number[] | null;
        };
        /** @description What a version says of a sample. */
        Frozen: {
            split: components["schemas"]["Split"];
            is_annotated: boolean;
            labels: string[];
            region_labels: components["schemas"]["FrozenRegionLabel"][];
            texts: string[];
            /** Format: double */
            value: number | null;
        };
        /** @description How many regions have a label; ``null`` counts those without one. */
        FrozenRegionLabel: {
            name: string | null;
            num: number;
        };
        Geometry: components["schemas"]["Box"] | components["schemas"]["Quad"] | components["schemas"]["Polygon"] | components["schemas"]["Mask"] | components["schemas"]["Span"] | components["schemas"]["Segment"] | components["schemas"]["FrameBox"];
        GeometryRequest: components["schemas"]["BoxRequest"] | components["schemas"]["QuadRequest"] | components["schemas"]["PolygonRequest"] | components["schemas"]["MaskRequest"] | components["schemas"]["SpanRequest"] | components["schemas"]["SegmentRequest"] | components["schemas"]["FrameBoxRequest"];
        /** @description One person's answer; the sample says what they said. */
        GivenAnswer: {
            /** Format: uuid */
            item_id: string;
            author: components["schemas"]["Person"];
            version: number;
            /** Format: double */
            seconds: number;
            is_late: boolean;
            /** Format: date-time */
            updated_at: string;
            sample: components["schemas"]["SampleDetail"];
        };
        /**
         * @description * `category` - category
         * @enum {string}
         */
        GivenColumnKind: "category";
        /** @description What is said of a column; null takes it back. */
        GivenColumnRequest: {
            name: string;
            kind?: components["schemas"]["GivenColumnKind"] | components["schemas"]["NullEnum"];
            role?: components["schemas"]["ColumnRole"] | components["schemas"]["NullEnum"];
        };
        /** @description A named point that an object shall have; covered ones are not visible. */
        GivenKeyPointRequest: {
            name: string;
            /** Format: double */
            x: number;
            /** Format: double */
            y: number;
            /** @default true */
            is_visible: boolean;
        };
        /**
         * @description * `dataset` - dataset
         *     * `view` - view
         *     * `version` - version
         *     * `files` - files
         *     * `folder` - folder
         * @enum {string}
         */
        GivenPredictionSource: "dataset" | "view" | "version" | "files" | "folder";
        /** @description A region that a sample shall have; ``id`` is the client's, unique within the sample. */
        GivenRegionRequest: {
            id: string;
            /** Format: uuid */
            label_id?: string | null;
            geometry: components["schemas"]["GeometryRequest"];
            text?: string | null;
            points?: components["schemas"]["GivenKeyPointRequest"][];
            attributes?: {
                [key: string]: string | number | boolean;
            };
        };
        /** @description A relation that a sample shall have; its ends are ids of regions. */
        GivenRelationRequest: {
            /** Format: uuid */
            label_id: string;
            subject: string;
            object: string;
        };
        /**
         * @description * `human` - human
         *     * `model` - model
         * @enum {string}
         */
        GivenSource: "human" | "model";
        /**
         * GivenTableReading
         * @description How a table's file is read; what is ``auto`` is guessed from its first rows.
         *
         *     ``skip_rows`` are left out at the top. ``header`` tells whether the row after them holds the
         *     names of the columns; ``names`` are used in their place, all of them or none. ``decimal`` and
         *     ``thousands`` are the marks within numbers, ``date_order`` is that of dates such as 31/12/2020.
         *     ``missing`` are words for no value beside those that always stand for none. A workbook or
         *     Parquet file has neither encoding nor delimiter: both are ignored there. ``sheet`` is the one of
         *     a workbook that is read, the first where it is empty. Cells of a column said to hold numbers or
         *     times that do not read as such count as missing.
         */
        GivenTableReading: {
            /** Skip Rows */
            skip_rows?: number | "auto";
            /** Header */
            header?: boolean | "auto";
            /** Encoding */
            encoding?: ("utf-8" | "utf-16" | "utf-16-le" | "utf-16-be" | "gb18030" | "big5hkscs" | "cp932" | "euc_jp" | "cp949" | "cp1252" | "latin-1") | "auto";
            /** Delimiter */
            delimiter?: ("," | ";" | "\t" | "|" | " ") | "auto";
            /** Decimal */
            decimal?: ("." | ",") | "auto";
            /** Thousands */
            thousands?: ("none" | "," | "." | " " | "'") | "auto";
            /** Date Order */
            date_order?: ("ymd" | "dmy" | "mdy") | "auto";
            /** Missing */
            missing?: string[] | "auto";
            /** Sheet */
            sheet?: string;
            /** Names */
            names?: string[];
            /** Kinds */
            kinds?: {
                /** Name */
                name: string;
                /**
                 * Kind
                 * @enum {string}
                 */
                kind: "number" | "time" | "category" | "text";
            }[];
        };
        /** @description Contents that the client holds. */
        HashesRequest: {
            sha256s: string[];
        };
        /** @description ``degraded``: it can be used, and something has to be looked after. */
        Health: {
            status: components["schemas"]["StatusEnum"];
            version: string;
            database: boolean;
            store: boolean;
            disk: components["schemas"]["Disk"];
            files: components["schemas"]["Files"] | null;
            queue: components["schemas"]["Queue"] | null;
        };
        /** @description Numbers over a grid, ``rows`` from the top; ``x`` and ``y`` say what its sides are. */
        HeatMap: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "heat_map";
            name: string;
            rows: number[][];
        };
        /**
         * @description * `heat_map` - heat_map
         * @enum {string}
         */
        HeatMapKindEnum: "heat_map";
        /** @description The items that are the caller's to work on. */
        HeldItems: {
            item_ids: string[];
        };
        /** @description How often values fall between edges; ``counts`` has one number less than ``edges``. */
        Histogram: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "histogram";
            name: string;
            unit: string;
            edges: number[];
            counts: number[];
        };
        /**
         * @description * `histogram` - histogram
         * @enum {string}
         */
        HistogramKindEnum: "histogram";
        /** @description What was going on in an organisation. */
        Home: {
            recent_projects: components["schemas"]["ProjectCard"][];
            running_jobs: components["schemas"]["Job"][];
            num_projects: number;
        };
        /** @description One upload session and its outcome so far. */
        Import: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            dataset_id: string;
            format: components["schemas"]["DatasetFormat"];
            datumaro_format: string;
            reading: components["schemas"]["GivenTableReading"];
            mapping: components["schemas"]["ColumnMapping"];
            state: components["schemas"]["ImportState"];
            num_added: number;
            num_duplicate: number;
            num_rejected: number;
            num_labelled: number;
            existing: components["schemas"]["ExistingEnum"];
            annotations: components["schemas"]["ImportedAnnotations"];
            archives: components["schemas"]["Archive"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            closed_at: string | null;
        };
        /**
         * @description Files that are one sample each; each filename is the relative path, unless ``paths`` says it.
         *
         *     A form has ``%22`` for a quotation mark in a filename, which a name may hold as well: ``paths``
         *     are taken as they are.
         */
        ImportFilesRequest: {
            files: string[];
            /** @description The relative path of each file, in their order. */
            paths?: string[];
        };
        /**
         * @description * `added` - added
         *     * `duplicate` - duplicate
         *     * `restored` - restored
         *     * `rejected` - rejected
         * @enum {string}
         */
        ImportOutcome: "added" | "duplicate" | "restored" | "rejected";
        ImportPlaceRequest: components["schemas"]["FolderSourceRequest"] | components["schemas"]["BucketSourceRequest"] | components["schemas"]["WebSourceRequest"];
        /** @description A file or row that was rejected or changed, and why. */
        ImportProblem: {
            name: string;
            code: string;
            params: {
                [key: string]: unknown;
            };
            message: string;
        };
        /**
         * @description * `open` - Open
         *     * `closed` - Closed
         * @enum {string}
         */
        ImportState: "open" | "closed";
        /**
         * @description What became of the annotations (labels, regions, relations, texts and values) of an upload.
         *
         *     ``num_given`` is the sum of ``num_taken`` (of which ``num_regions`` are regions), ``num_same``
         *     (there already) and what was left out. ``num_merged`` counts files that added to what another of
         *     the same content said, ``num_replaced`` samples that were annotated otherwise before, and
         *     ``num_negative`` those that were said to show nothing. Details that were left out are key points
         *     and attributes of regions.
         */
        ImportedAnnotations: {
            num_given: number;
            num_taken: number;
            num_regions: number;
            num_same: number;
            num_merged: number;
            num_replaced: number;
            num_negative: number;
            left_out: components["schemas"]["LeftOut"][];
        };
        /** @description The model version an incremental run starts from. */
        InitialModelVersion: {
            /** Format: uuid */
            id: string;
            model_name: string;
            number: number;
        };
        /**
         * @description An inspection without what it found.
         *
         *     ``has_changed_since`` tells that the live samples are not those any more that were inspected.
         */
        Inspection: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            dataset_id: string;
            /** Format: uuid */
            version_id: string | null;
            version_number: number | null;
            state: components["schemas"]["InspectionState"];
            num_samples: number;
            num_found: number;
            /** Format: date-time */
            data_at: string | null;
            has_changed_since: boolean;
            job: components["schemas"]["Job"] | null;
            created_by: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @description An inspection with everything that a page shows of it. */
        InspectionDetail: components["schemas"]["Inspection"] & {
            findings: components["schemas"]["QualityFinding"][];
            charts: components["schemas"]["QualityChart"][];
            skipped: components["schemas"]["SkippedCheck"][];
            thresholds: {
                [key: string]: number;
            };
        };
        /**
         * @description * `running` - Running
         *     * `ready` - Ready
         * @enum {string}
         */
        InspectionState: "running" | "ready";
        /** @description A share or a difference of shares, with its 95 % interval. */
        Interval: {
            /** Format: double */
            value: number;
            /** Format: double */
            low: number;
            /** Format: double */
            high: number;
        };
        /** @description An invitation by e-mail address. */
        Invitation: {
            /** Format: uuid */
            id: string;
            email: string;
            role: components["schemas"]["Role"];
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            accepted_at: string | null;
            invited_by: components["schemas"]["Person"];
        };
        /** @description What the invited person sees before accepting. */
        InvitationOffer: {
            organisation: components["schemas"]["OrganisationRef"];
            email: string;
            role: components["schemas"]["Role"];
            /** Format: date-time */
            expires_at: string;
        };
        /**
         * @description * `true` - true
         *     * `false` - false
         * @enum {string}
         */
        IsWholeEnum: "true" | "false";
        /** @description One step in the life of an item; no actor means that it happened by itself. */
        ItemAct: {
            /** Format: uuid */
            id: string;
            act: components["schemas"]["WorkItemAct"];
            actor: components["schemas"]["Person"] | null;
            note: string;
            /** Format: date-time */
            created_at: string;
        };
        /**
         * @description An item with what its annotator said, and what was said about that.
         *
         *     ``answers`` are those of everybody who answered for the sample, and ``standing`` is what the
         *     dataset says of it now; both only for reviewers.
         */
        ItemDetail: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            assignment_id: string;
            state: components["schemas"]["WorkItemState"];
            annotator: components["schemas"]["Person"] | null;
            /** Format: date-time */
            hold_until: string | null;
            sample: components["schemas"]["SampleDetail"];
            comments: components["schemas"]["Comment"][];
            acts: components["schemas"]["ItemAct"][];
            answers: components["schemas"]["GivenAnswer"][];
            standing: components["schemas"]["SampleDetail"] | null;
        };
        /**
         * @description A job, from waiting to its end.
         *
         *     ``eta_seconds`` were left at ``eta_at``: whoever shows them counts down from there. What the job
         *     does now, it does since ``phase_at``, on the machine that ``machine`` names (nowhere yet when it
         *     is empty). ``num_events`` is the number of its last event.
         */
        Job: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organisation_id: string;
            /** Format: uuid */
            project_id: string | null;
            project_name: string | null;
            kind: components["schemas"]["JobKind"];
            /** Format: uuid */
            subject_id: string;
            title: string;
            state: components["schemas"]["JobState"];
            phase: string;
            /** Format: date-time */
            phase_at: string | null;
            done: number;
            total: number;
            /** Format: double */
            eta_seconds: number | null;
            /** Format: date-time */
            eta_at: string | null;
            machine: string;
            num_events: number;
            attempt: number;
            max_attempts: number;
            waiting: components["schemas"]["Waiting"] | null;
            error: components["schemas"]["JobError"] | null;
            cancel_requested: boolean;
            requested_by: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
            result: {
                [key: string]: unknown;
            } | null;
        };
        /** @description Why a job failed: ``code`` and ``params`` for the client, ``message`` for people. */
        JobError: {
            code: string;
            params: {
                [key: string]: unknown;
            };
            message: string;
        };
        /** @description One thing a job said. */
        JobEvent: {
            number: number;
            kind: string;
            data: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
        };
        /**
         * @description * `train` - train
         *     * `import_archive` - import_archive
         *     * `freeze_version` - freeze_version
         *     * `purge_trash` - purge_trash
         *     * `purge_project` - purge_project
         *     * `change_samples` - change_samples
         *     * `merge_version` - merge_version
         *     * `augmentation_preview` - augmentation_preview
         *     * `build_sdk` - build_sdk
         *     * `sample_project` - sample_project
         *     * `inspect_dataset` - inspect_dataset
         *     * `fix_finding` - fix_finding
         *     * `undo_fix` - undo_fix
         *     * `suggest` - suggest
         *     * `accept_suggestions` - accept_suggestions
         *     * `draw_wave` - draw_wave
         *     * `copy_film` - copy_film
         *     * `read_table` - read_table
         *     * `clean_dataset` - clean_dataset
         *     * `apply_cleaning` - apply_cleaning
         *     * `undo_cleaning` - undo_cleaning
         *     * `preview_cleaning` - preview_cleaning
         *     * `draw_map` - draw_map
         *     * `make_assignment` - make_assignment
         *     * `export_version` - export_version
         *     * `package_segmenter` - package_segmenter
         *     * `package_built_in` - package_built_in
         *     * `run_trial` - run_trial
         *     * `propose_trials` - propose_trials
         *     * `batch_prediction` - batch_prediction
         *     * `load_test` - load_test
         *     * `evaluate_models` - evaluate_models
         * @enum {string}
         */
        JobKind: "train" | "import_archive" | "freeze_version" | "purge_trash" | "purge_project" | "change_samples" | "merge_version" | "augmentation_preview" | "build_sdk" | "sample_project" | "inspect_dataset" | "fix_finding" | "undo_fix" | "suggest" | "accept_suggestions" | "draw_wave" | "copy_film" | "read_table" | "clean_dataset" | "apply_cleaning" | "undo_cleaning" | "preview_cleaning" | "draw_map" | "make_assignment" | "export_version" | "package_segmenter" | "package_built_in" | "run_trial" | "propose_trials" | "batch_prediction" | "load_test" | "evaluate_models";
        /** @description One line of what a job did: an event that a person reads, with its number. */
        JobLine: {
            number: number;
            kind: string;
            /** Format: date-time */
            time: string;
            data: {
                [key: string]: unknown;
            };
        };
        /** @description The latest lines of a job, and how many earlier ones are left out. */
        JobLog: {
            lines: components["schemas"]["JobLine"][];
            num_left_out: number;
            num_checkpoints: number;
        };
        /**
         * @description * `queued` - Queued
         *     * `running` - Running
         *     * `succeeded` - Succeeded
         *     * `failed` - Failed
         *     * `cancelled` - Cancelled
         * @enum {string}
         */
        JobState: "queued" | "running" | "succeeded" | "failed" | "cancelled";
        /** @description A named point of an object, in pixels; one that is covered is known but not visible. */
        KeyPoint: {
            name: string;
            /** Format: double */
            x: number;
            /** Format: double */
            y: number;
            is_visible: boolean;
        };
        /** @description Contents that the dataset has already. */
        KnownHashes: {
            known: string[];
        };
        /** @description A name that samples, their regions and relations between them can be given. */
        Label: {
            /** Format: uuid */
            id: string;
            name: string;
            color: string;
            description: string;
            position: number;
            num_samples: number;
            num_regions: number;
            num_relations: number;
            attributes: components["schemas"]["AttributeDefinition"][];
        };
        /** @description The same change of many samples. */
        LabelBatchRequest: {
            source?: components["schemas"]["GivenSource"];
            items: components["schemas"]["BatchItemRequest"][];
            label_ids: string[];
            mode: components["schemas"]["LabelModeEnum"];
        };
        /** @description The samples that were changed and those that were not. */
        LabelBatchResult: {
            samples: components["schemas"]["Sample"][];
            conflicts: components["schemas"]["LabelConflict"][];
        };
        /** @description A sample that somebody else changed meanwhile, and its revision now. */
        LabelConflict: {
            /** Format: uuid */
            sample_id: string;
            revision: number;
        };
        /** @description What deleting or merging a label would do; regions and relations move with a merge. */
        LabelConsequences: {
            num_samples: number;
            num_regions: number;
            num_relations: number;
            num_becoming_unlabelled: number;
            num_frozen_versions: number;
            num_running_runs: number;
        };
        /** @description How many samples, regions and relations have a label. */
        LabelCount: {
            /** Format: uuid */
            id: string;
            name: string;
            color: string;
            num_samples: number;
            num_regions: number;
            num_relations: number;
        };
        /** @description How many samples show a label; ``null`` where there is no such label. */
        LabelDifference: {
            name: string;
            before: number | null;
            after: number | null;
        };
        /** @description The label that takes over. */
        LabelMergeRequest: {
            /** Format: uuid */
            into: string;
        };
        /**
         * @description * `set` - set
         *     * `add` - add
         *     * `remove` - remove
         *     * `clear` - clear
         *     * `negative` - negative
         * @enum {string}
         */
        LabelModeEnum: "set" | "add" | "remove" | "clear" | "negative";
        /** @description What a revision and the other said to the same calls, and to how many. */
        LabelPair: {
            label: string;
            other_label: string;
            num_calls: number;
        };
        /** @description A label of a version, how many samples show it there, and whether the dataset has it. */
        LabelPreview: {
            name: string;
            num_samples: number;
            is_known: boolean;
        };
        /** @description The same change of all samples of a selection, whoever annotated them last. */
        LabelSelectionRequest: {
            sample_ids?: string[];
            filter?: components["schemas"]["SampleFilterRequest"];
            label_ids: string[];
            mode: components["schemas"]["LabelModeEnum"];
        };
        /** @description All labels of a dataset by position. */
        LabelSet: {
            results: components["schemas"]["Label"][];
        };
        /** @description The choice of one label: its recommended threshold and what others would give. */
        LabelThresholds: {
            label: string;
            recommended: number;
            points: components["schemas"]["OperatingPoint"][];
        };
        /**
         * @description * `en` - en
         *     * `zh-CN` - zh-CN
         * @enum {string}
         */
        Language: "en" | "zh-CN";
        /** @description An answer whose item went to somebody else; null says "not annotated"; and its seconds. */
        LateAnswerRequest: {
            annotation: components["schemas"]["AnnotationRequest"] | null;
            /**
             * Format: double
             * @default 0
             */
            seconds: number;
        };
        /**
         * @description * `slower` - slower
         *     * `faster` - faster
         *     * `no_difference_found` - no_difference_found
         * @enum {string}
         */
        LatencyEnum: "slower" | "faster" | "no_difference_found";
        /** @description Annotations, or parts of regions, that were left out for one reason. */
        LeftOut: {
            code: string;
            num: number;
            is_detail: boolean;
        };
        /** @description A sample that was not looked at, and why. */
        LeftOutSample: {
            name: string;
            reason: string;
        };
        /**
         * @description How much somebody may call; what is ``None`` is not limited.
         *
         *     ``burst`` is how many calls may come at once after a pause; ``daily_quota`` counts from midnight
         *     UTC. Calls that end with a failure of ours (5xx) are given back to both quotas.
         */
        LimitsSpec: {
            /** Format: double */
            requests_per_second: number | null;
            burst: number | null;
            daily_quota: number | null;
            total_quota: number | null;
        };
        /**
         * @description A revision in one stretch of time, which begins at ``time``.
         *
         *     Attributes:
         *         cpu_cores: cores that its processes used on average, ``None`` where they were not watched.
         *         memory_bytes: the most that they held.
         *         queue_ms: how long a call waited for the network on average, ``None`` where none did.
         *         batch_size: rows that the network ran at a time, on average over calls.
         */
        LoadPoint: {
            /** Format: date-time */
            time: string;
            /** Format: double */
            cpu_cores: number | null;
            memory_bytes: number | null;
            /** Format: double */
            queue_ms: number | null;
            /** Format: double */
            batch_size: number | null;
        };
        /**
         * @description What so many callers met that each had one call under way, for ``seconds``.
         *
         *     ``calls_per_second`` counts answers that did not fail; the percentiles are exact, and null when
         *     all failed. ``errors`` counts the ``num_failed`` by their codes. ``server_cpu_ms`` is what all
         *     processes of the model server took for a call, ``queue_ms`` how long one waited for the network
         *     and ``batch_size`` the rows of a run of it, on average; null where nothing tells.
         *     ``client_cpu_cores`` is what the calling process took of the same machine: one that
         *     ``is_client_saturated`` was hardly ever idle, and the endpoint may answer more than the figures
         *     say. A stage ``is_cut_short`` when most of its calls fail. One that ``is_within_target`` has its
         *     p99 within the target, and at most 1 % of its calls failed.
         */
        LoadStage: {
            callers: number;
            /** Format: double */
            seconds: number;
            num_calls: number;
            num_failed: number;
            errors: {
                [key: string]: number;
            };
            /** Format: double */
            calls_per_second: number;
            /** Format: double */
            p50_ms: number | null;
            /** Format: double */
            p95_ms: number | null;
            /** Format: double */
            p99_ms: number | null;
            /** Format: double */
            queue_ms: number | null;
            /** Format: double */
            batch_size: number | null;
            /** Format: double */
            server_cpu_ms: number | null;
            /** Format: double */
            client_cpu_cores: number;
            is_client_saturated: boolean;
            is_cut_short: boolean;
            is_within_target: boolean;
        };
        /**
         * @description How many calls a second a revision of an endpoint answers on this machine, and how fast.
         *
         *     ``callers`` are those of the stages that were asked for, of ``seconds_per_stage`` each, and
         *     ``stages`` those that are over. ``best`` is the index of the stage with most calls a second
         *     among those within the target: the endpoint holds so many; null while, or if, there is none.
         *     ``is_failing`` tells a test that ended early as most calls failed. The request that was sent is
         *     a ``sample`` of the data that the model was trained on, or one of the ``golden`` requests of its
         *     package. ``machine`` has ``num_cores``, which endpoint and callers share; it is empty before the
         *     test begins.
         */
        LoadTest: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            deployment_id: string;
            revision: number;
            model_version_number: number;
            callers: number[];
            seconds_per_stage: number;
            /** Format: double */
            target_p99_ms: number | null;
            stages: components["schemas"]["LoadStage"][];
            best: number | null;
            is_failing: boolean;
            request_source: string;
            request_name: string;
            machine: string;
            num_cores: number;
            job: components["schemas"]["Job"] | null;
            created_by: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @description A test to begin: stages of so many callers, each of so many seconds, 120 in all at most. */
        LoadTestCreateRequest: {
            revision?: number | null;
            /**
             * @default [
             *       1,
             *       2,
             *       4,
             *       8,
             *       16,
             *       32
             *     ]
             */
            callers: number[];
            /** @default 5 */
            seconds_per_stage: number;
            /** Format: double */
            target_p99_ms?: number | null;
        };
        /** @description A part of a map; its samples are those of the filter ``area``. */
        MapArea: {
            /** Format: uuid */
            id: string;
            num_samples: number;
        };
        /**
         * @description * `` -
         *     * `pca` - pca
         *     * `tsne` - tsne
         *     * `tsne_landmarks` - tsne_landmarks
         * @enum {string}
         */
        MapMethod: "pca" | "tsne" | "tsne_landmarks";
        /**
         * @description The points of a map by columns; places are in 0..1, ``y`` counts from the top.
         *
         *     ``distance`` tells how unlike its nearest neighbours a sample is. ``label`` is the only label
         *     of a whole sample, ``split`` that of the newest version, ``passes`` whether it passes filters.
         */
        MapPoints: {
            ids: string[];
            x: number[];
            y: number[];
            distance: number[];
            label: (string | null)[];
            split: (components["schemas"]["Split"] | components["schemas"]["NullEnum"])[];
            passes: boolean[];
            version_number: number | null;
        };
        /** @description The pixels of one object: COCO's compressed run lengths, columns first, over ``size``. */
        Mask: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "mask";
            size: number[];
            counts: string;
        };
        /**
         * @description * `mask` - mask
         * @enum {string}
         */
        MaskKindEnum: "mask";
        /** @description The pixels of one object: COCO's compressed run lengths, columns first, over ``size``. */
        MaskRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "mask";
            size: number[];
            counts: string;
        };
        /** @description Counts of actual (rows) against predicted (columns). */
        MatrixSection: {
            key: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "matrix";
            rows: string[];
            columns: string[];
            cells: number[][];
        };
        /**
         * @description * `image` - image
         *     * `text` - text
         *     * `text_pair` - text_pair
         *     * `audio` - audio
         *     * `video` - video
         *     * `table` - table
         * @enum {string}
         */
        Media: "image" | "text" | "text_pair" | "audio" | "video" | "table";
        /** @description The person behind a membership. */
        MemberUser: {
            /** Format: uuid */
            id: string;
            email: string;
            name: string;
        };
        /** @description A person's role in an organisation. */
        Membership: {
            /** Format: uuid */
            id: string;
            user: components["schemas"]["MemberUser"];
            role: components["schemas"]["Role"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description What became of samples, and how many labels and parts of statements were left behind. */
        MergeCounts: {
            added: number;
            duplicate: number;
            labelled: number;
            conflict_kept: number;
            conflict_replaced: number;
            in_trash: number;
            labels_left_out: number;
            parts_changed: number;
        };
        /** @description What a merge would meet: contents that are new, here already, or in the trash here. */
        MergePreview: {
            num_samples: number;
            num_new: number;
            num_known: number;
            num_in_trash: number;
            labels: components["schemas"]["LabelPreview"][];
        };
        /** @description A version by what it was called, without ids once it is deleted for good. */
        MergedVersion: {
            /** Format: uuid */
            id: string | null;
            number: number;
            /** Format: uuid */
            dataset_id: string | null;
            dataset_name: string;
        };
        /**
         * @description By how much a model differs from the first in the primary metric, on the same samples.
         *
         *     ``low`` and ``high`` bound the difference, model − first, with 95 % confidence; they are
         *     ``None`` for fewer than ``MIN_SAMPLES`` samples, and where the metric takes too long to compute
         *     again and again. ``num_better`` and ``num_worse`` are ``None`` where one sample alone has no
         *     value of the metric; ``better`` and ``worse`` are the most changed of them.
         */
        MetricChange: {
            /** Format: double */
            difference: number;
            /** Format: double */
            low: number | null;
            /** Format: double */
            high: number | null;
            num_better: number | null;
            num_worse: number | null;
            better: components["schemas"]["SampleChange"][];
            worse: components["schemas"]["SampleChange"][];
        };
        /** @description One curve; a point is ``[step, epoch, value]``. */
        MetricSeries: {
            split: components["schemas"]["Split"];
            metric: string;
            points: number[][];
        };
        /** @description One number of the head of a report, with its 95 % interval where one is known. */
        MetricValue: {
            name: string;
            value: number;
            low: number | null;
            high: number | null;
            /** @enum {string} */
            unit: "share" | "number" | "seconds";
            higher_is_better: boolean;
        };
        /**
         * @description One sample the model got wrong, and what misled it where the task can say.
         *
         *     ``score`` says how sure the model was of its (worst) wrong decision. ``heatmap`` is a PNG in the
         *     package's ``heatmaps`` folder; ``attributions`` are weights in -1..1 of the words or columns
         *     named.
         */
        Mistake: {
            sample_id: string;
            name: string;
            actual: string[];
            predicted: string[];
            score: number;
            heatmap: string | null;
            attributions: [
                string,
                number
            ][];
        };
        /** @description The numbers of one model; ``change`` is null of the first, and where none is defined. */
        ModelMetrics: {
            metrics: {
                [key: string]: number;
            };
            change: components["schemas"]["MetricChange"] | null;
        };
        /** @description One version of a model; one that ``is_built_in`` comes with Easel, and no run trained it. */
        ModelVersion: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            project_id: string;
            /** Format: uuid */
            model_id: string;
            model_name: string;
            number: number;
            /** Format: uuid */
            training_run_id: string | null;
            is_built_in: boolean;
            task: string;
            backbone: string;
            primary_metric: string;
            /** Format: double */
            metric: number;
            num_labels: number;
            labels: string[];
            size_bytes: number;
            from_scratch: boolean;
            multi_label: boolean;
            dataset_versions: components["schemas"]["TrainedOn"][];
            /** Format: date-time */
            created_at: string;
            created_by: components["schemas"]["Person"] | null;
            deployments: components["schemas"]["ServingDeployment"][];
        };
        /** @description One version of a model; one that ``is_built_in`` comes with Easel, and no run trained it. */
        ModelVersionDetail: components["schemas"]["ModelVersion"] & {
            manifest: {
                [key: string]: unknown;
            };
        };
        /** @description How many stored calls have something in common. */
        NamedCount: {
            name: string;
            num: number;
        };
        /** @description The splits that the data names; shares of training where it names no validation or test. */
        NamedSplit: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "named";
            /** Format: double */
            validation: number;
            /** Format: double */
            test: number;
            seed: number;
        };
        /**
         * @description * `named` - named
         * @enum {string}
         */
        NamedSplitKindEnum: "named";
        /** @description The splits that the data names; shares of training where it names no validation or test. */
        NamedSplitRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "named";
            /** Format: double */
            validation: number;
            /** Format: double */
            test: number;
            seed: number;
        };
        /** @description How many samples came with the name of each split. */
        NamedSplits: {
            train: number;
            validation: number;
            test: number;
        };
        /** @description What to accept: of one label or of all, from which score on, and which samples to leave. */
        NewAcceptanceRequest: {
            /** Format: double */
            threshold: number;
            /** Format: uuid */
            label_id?: string;
            spared?: string[];
        };
        /** @description A key to make. */
        NewApiKeyRequest: {
            /** Format: uuid */
            organisation_id: string;
            name: string;
            scopes: components["schemas"]["Scope"][];
            /** Format: date-time */
            expires_at?: string | null;
        };
        /** @description A zip, or one file of a format that holds many samples, that is about to be sent. */
        NewArchiveRequest: {
            name: string;
            /** Format: int64 */
            num_bytes: number;
        };
        /**
         * @description Which samples to hand out, to whom, and how.
         *
         *     ``filter`` chooses samples as the list of samples does; with ``sample_ids`` only these of them.
         */
        NewAssignmentRequest: {
            name: string;
            /** @default  */
            instructions: string;
            filter?: components["schemas"]["SampleFilterRequest"];
            sample_ids?: string[];
            annotator_ids: string[];
            reviewer_ids?: string[];
            /** @default 10 */
            batch_size: number;
            /** @default 1 */
            num_annotators: number;
            /** @default true */
            needs_review: boolean;
            /** @default false */
            starts_from_labels: boolean;
            /**
             * Format: double
             * @default 0.8
             */
            min_agreement: number;
            /** Format: date-time */
            due_at?: string | null;
            /** @default 0 */
            honeypot_every: number;
            /** @default 0 */
            num_honeypots: number;
            honeypot_ids?: string[];
        };
        /**
         * @description Which model predicts what: each source takes the fields that are named after it.
         *
         *     A dataset takes ``dataset_id`` and maybe ``filter``, a saved view ``view_id``, a version
         *     ``dataset_version_id``, a folder of the server ``folder`` and maybe ``path``. Files are sent
         *     afterwards, under a ``name``.
         */
        NewBatchPredictionRequest: {
            /** Format: uuid */
            model_version_id: string;
            source: components["schemas"]["GivenPredictionSource"];
            /** Format: uuid */
            dataset_id?: string;
            filter?: components["schemas"]["SampleFilterRequest"];
            /** Format: uuid */
            view_id?: string;
            /** Format: uuid */
            dataset_version_id?: string;
            name?: string;
            folder?: number;
            path?: string;
            keeps_suggestions?: boolean;
            makes_labels?: boolean;
        };
        /** @description Of which samples some are drawn, and how they are cleaned. */
        NewCleaningPreviewRequest: {
            sample_ids?: string[];
            filter?: components["schemas"]["SampleFilterRequest"];
            steps: {
                [key: string]: unknown;
            }[];
            seed?: number;
        };
        /** @description A recipe to keep. */
        NewCleaningRecipeRequest: {
            steps: {
                [key: string]: unknown;
            }[];
            media: components["schemas"]["CleanedMedia"];
            name: string;
        };
        /** @description Which samples are cleaned, and how; ``name`` is that of the recipe, for the history. */
        NewCleaningRunRequest: {
            sample_ids?: string[];
            filter?: components["schemas"]["SampleFilterRequest"];
            steps: {
                [key: string]: unknown;
            }[];
            name?: string;
        };
        /** @description A comment on one region by its key, or on the whole sample. */
        NewCommentRequest: {
            /** @default  */
            region: string;
            text: string;
        };
        /** @description A dataset to make. */
        NewDatasetRequest: {
            /** Format: uuid */
            project_id: string;
            name: string;
            description?: string;
            multi_label?: boolean;
        };
        /** @description The format of datumaro's to write a version in. */
        NewDatumaroExportRequest: {
            format: string;
        };
        /**
         * @description Which model versions are measured on which frozen version of a dataset.
         *
         *     The first model version is what the others are compared with. With a tag, samples that have it
         *     are measured by themselves as well.
         */
        NewEvaluationRequest: {
            model_version_ids: string[];
            /** Format: uuid */
            dataset_version_id: string;
            /** Format: uuid */
            tag_id?: string | null;
        };
        /** @description Which fix, and for which samples of the finding; all of them by default. */
        NewFixRequest: {
            kind: components["schemas"]["FixKind"];
            sample_ids?: string[];
        };
        /**
         * @description The layout of what will be sent: one of the ``formats`` of the task's card.
         *
         *     With a ``datumaro_format``, one of the further formats, it is converted to ``json_lines`` first.
         *     ``existing`` says what becomes of statements about samples that were annotated before: what is
         *     there is kept, what is new is merged with it, or it is replaced.
         *     ``reading`` says how tables are read, ``mapping`` which of their columns is what; what they
         *     leave out is guessed.
         */
        NewImportRequest: {
            format: components["schemas"]["DatasetFormat"];
            /** @default  */
            datumaro_format: string;
            existing?: components["schemas"]["ExistingEnum"];
            reading?: components["schemas"]["GivenTableReading"];
            mapping?: components["schemas"]["ColumnMapping"];
        };
        /** @description What to inspect: the live samples, or those of a frozen version. */
        NewInspectionRequest: {
            /** Format: uuid */
            version_id?: string | null;
        };
        /** @description Whom to invite, as what. */
        NewInvitationRequest: {
            /** Format: email */
            email: string;
            role: components["schemas"]["Role"];
        };
        /** @description A label to make; without a colour it gets the next of the palette. */
        NewLabelRequest: {
            name: string;
            color?: string;
            description?: string;
        };
        /** @description A closed line around a part of a map: corners (x, y) in 0..1. */
        NewMapAreaRequest: {
            outline: number[][];
        };
        /** @description A version to merge; a label that is not named keeps its name, ``null`` leaves it behind. */
        NewMergeRequest: {
            /** Format: uuid */
            version_id: string;
            labels?: {
                [key: string]: string | null;
            };
            replace?: boolean;
        };
        /** @description A password to have. */
        NewPasswordRequest: {
            password: string;
            /** @default false */
            keep_api_keys: boolean;
        };
        /** @description A project to make. */
        NewProjectRequest: {
            /** Format: uuid */
            organisation_id: string;
            name: string;
            description?: string;
            task: components["schemas"]["TaskEnum"];
        };
        /**
         * @description * `en` - en
         *     * `zh` - zh
         * @enum {string}
         */
        NewSampleProjectLanguageEnum: "en" | "zh";
        /** @description Where to make a sample project, of which task, and in which language. */
        NewSampleProjectRequest: {
            /** Format: uuid */
            organisation_id: string;
            /** @default image.classification */
            task: components["schemas"]["TaskEnum"];
            /** @default en */
            language: components["schemas"]["NewSampleProjectLanguageEnum"];
        };
        /** @description A view to save. */
        NewSavedViewRequest: {
            name: string;
            query: components["schemas"]["SampleFilterRequest"];
            /** @default -created_at */
            ordering: components["schemas"]["OrderingEnum"];
        };
        /**
         * @description What is begun, and when.
         *
         *     ``arguments`` is the body of the request that begins the action once: of ``batch_prediction``,
         *     that of ``create_batch_prediction``, from any source but files that are sent.
         */
        NewScheduleRequest: {
            /** Format: uuid */
            project_id: string;
            name: string;
            action: components["schemas"]["ActionEnum"];
            arguments: {
                [key: string]: unknown;
            };
            cron: string;
            time_zone: string;
        };
        /** @description Files that a worker takes in where they are. */
        NewSourceRequest: {
            place: components["schemas"]["ImportPlaceRequest"];
        };
        /** @description Who is asked, about which samples; by default the newest model about the unlabelled ones. */
        NewSuggestionRunRequest: {
            label?: string[];
            unlabelled?: boolean;
            labelled?: boolean;
            split?: components["schemas"]["Split"];
            /** Format: uuid */
            version?: string;
            search?: string;
            trashed?: boolean;
            source?: components["schemas"]["Source"];
            /** Format: uuid */
            finding?: string;
            /** Format: uuid */
            assignment?: string;
            suggested?: components["schemas"]["SuggestedEnum"];
            /** Format: uuid */
            author?: string;
            /** Format: date */
            labelled_from?: string;
            /** Format: date */
            labelled_until?: string;
            tag?: string[];
            range?: string[];
            /** Format: uuid */
            area?: string;
            disagreement?: string;
            negative?: boolean;
            attribute?: string[];
            method?: components["schemas"]["SuggestionMethod"];
            /** Format: uuid */
            model_version_id?: string;
            makes_labels?: boolean;
        };
        /** @description How to freeze; without a split as the data names it, or else 70 to 15 to 15 at random. */
        NewVersionRequest: {
            note?: string;
            split?: components["schemas"]["SplitRecipeRequest"];
            include_unlabelled?: boolean;
            filter?: components["schemas"]["SampleFilterRequest"];
        };
        /**
         * @description * `upload` - upload
         *     * `label` - label
         *     * `freeze` - freeze
         *     * `train` - train
         *     * `wait` - wait
         *     * `publish` - publish
         *     * `call` - call
         *     * `learn` - learn
         * @enum {string}
         */
        NextActionEnum: "upload" | "label" | "freeze" | "train" | "wait" | "publish" | "call" | "learn";
        /**
         * @description * `check_data` - check_data
         *     * `label_more` - label_more
         *     * `add_data` - add_data
         *     * `choose_columns` - choose_columns
         *     * `train_longer` - train_longer
         *     * `retry` - retry
         * @enum {string}
         */
        NextStepsEnum: "check_data" | "label_more" | "add_data" | "choose_columns" | "train_longer" | "retry";
        /** @description The next sample to label, ``null`` when all are labelled. */
        NextUnlabelled: {
            sample: components["schemas"]["Sample"] | null;
            num_unlabelled: number;
        };
        /** @description A sentence that the reader must know, with its numbers: translated by ``key``. */
        NoteSection: {
            key: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "note";
            params: {
                [key: string]: string | number | boolean | null;
            };
        };
        /**
         * @description * `below` - below
         *     * `above` - above
         * @enum {string}
         */
        NowBeyondEnum: "below" | "above";
        NullEnum: null;
        /** @description How many suggestions were put aside or brought back. */
        NumRejected: {
            num: number;
        };
        /** @description How many samples are again as they were. */
        NumUndone: {
            num_undone: number;
        };
        /** @description What a threshold gives: precision, recall and F1. */
        OperatingPoint: {
            threshold: number;
            precision: number;
            recall: number;
            f1: number;
        };
        /**
         * @description * `created_at` - created_at
         *     * `-created_at` - -created_at
         *     * `name` - name
         *     * `-name` - -name
         *     * `bytes` - bytes
         *     * `-bytes` - -bytes
         *     * `labelled_at` - labelled_at
         *     * `-labelled_at` - -labelled_at
         *     * `priority` - priority
         *     * `-priority` - -priority
         *     * `disagreement` - disagreement
         *     * `-disagreement` - -disagreement
         * @enum {string}
         */
        OrderingEnum: "created_at" | "-created_at" | "name" | "-name" | "bytes" | "-bytes" | "labelled_at" | "-labelled_at" | "priority" | "-priority" | "disagreement" | "-disagreement";
        /** @description An organisation as its member sees it. */
        Organisation: {
            /** Format: uuid */
            id: string;
            name: string;
            role: components["schemas"]["Role"];
            num_projects: number;
            num_members: number;
            storage_bytes: number;
            /** Format: date-time */
            created_at: string;
        };
        /** @description The name of an organisation. */
        OrganisationNameRequest: {
            name: string;
        };
        /** @description An organisation by name. */
        OrganisationRef: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        /**
         * @description Where a project stands, and what to do next.
         *
         *     ``waiting_calls`` are stored calls to learn from, ``null`` without any and for who may not see
         *     what callers sent.
         */
        Overview: {
            project: components["schemas"]["Project"];
            data: components["schemas"]["OverviewData"];
            versions: components["schemas"]["OverviewVersions"];
            runs: components["schemas"]["OverviewRuns"];
            models: components["schemas"]["OverviewModels"];
            deployments: components["schemas"]["OverviewDeployments"];
            waiting_calls: components["schemas"]["WaitingCalls"] | null;
            next_action: components["schemas"]["NextActionEnum"];
            activity: components["schemas"]["AuditEntry"][];
        };
        /** @description The data of a project; ``num_rows`` are those of its tables, null where it has none. */
        OverviewData: {
            num_datasets: number;
            num_samples: number;
            num_rows: number | null;
            num_labelled: number;
            num_bytes: number;
        };
        /** @description The endpoints of a project in figures. */
        OverviewDeployments: {
            num: number;
            starting: number;
            running: number;
            calls_24h: number;
            errors_24h: number;
        };
        /** @description The models of a project in figures; ``best`` has the highest primary metric. */
        OverviewModels: {
            num: number;
            best: components["schemas"]["ModelVersion"] | null;
        };
        /** @description The training runs of a project in figures. */
        OverviewRuns: {
            num: number;
            running: number;
            latest: components["schemas"]["TrainingRun"] | null;
        };
        /** @description The frozen versions of a project. */
        OverviewVersions: {
            num: number;
            latest: components["schemas"]["DatasetVersion"] | null;
        };
        /** @description An open assignment that the caller takes part in, and their own numbers in it. */
        OwnWork: {
            assignment: components["schemas"]["Assignment"];
            parts: components["schemas"]["AssignmentPart"][];
            num_held: number;
            num_returned: number;
            num_done: number;
            num_left: number;
        };
        /** @description All of it, the most urgent first. */
        OwnWorkList: {
            results: components["schemas"]["OwnWork"][];
        };
        PaginatedAccessTokenList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["AccessToken"][];
        };
        PaginatedAlertList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["Alert"][];
        };
        PaginatedAnnotationHistoryList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["AnnotationHistory"][];
        };
        PaginatedApiKeyList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["ApiKey"][];
        };
        PaginatedApplicationList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["Application"][];
        };
        PaginatedAssignmentList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["Assignment"][];
        };
        PaginatedAuditEntryList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["AuditEntry"][];
        };
        PaginatedBatchPredictionList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["BatchPrediction"][];
        };
        PaginatedChannelList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["Channel"][];
        };
        PaginatedCleaningRecipeList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["CleaningRecipe"][];
        };
        PaginatedCleaningRunList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["CleaningRun"][];
        };
        PaginatedDatasetList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["Dataset"][];
        };
        PaginatedDatasetVersionList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["DatasetVersion"][];
        };
        PaginatedDeliveryList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["Delivery"][];
        };
        PaginatedDeploymentList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["Deployment"][];
        };
        PaginatedDeploymentRevisionList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["DeploymentRevision"][];
        };
        PaginatedDifferentSampleList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["DifferentSample"][];
        };
        PaginatedDriftWindowList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["DriftWindow"][];
        };
        PaginatedEmbeddingMapList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["EmbeddingMap"][];
        };
        PaginatedEndpointKeyList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["EndpointKey"][];
        };
        PaginatedEvaluationList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["Evaluation"][];
        };
        PaginatedFoundSampleList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["FoundSample"][];
        };
        PaginatedImportProblemList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["ImportProblem"][];
        };
        PaginatedInspectionList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["Inspection"][];
        };
        PaginatedInvitationList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["Invitation"][];
        };
        PaginatedJobEventList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["JobEvent"][];
        };
        PaginatedJobList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["Job"][];
        };
        PaginatedLoadTestList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["LoadTest"][];
        };
        PaginatedMembershipList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["Membership"][];
        };
        PaginatedModelVersionList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["ModelVersion"][];
        };
        PaginatedProjectCardList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["ProjectCard"][];
        };
        PaginatedSampleList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["Sample"][];
        };
        PaginatedScheduleList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["Schedule"][];
        };
        PaginatedShareLinkList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["ShareLink"][];
        };
        PaginatedSignedInList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["SignedIn"][];
        };
        PaginatedStoredCallList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["StoredCall"][];
        };
        PaginatedStudyList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["Study"][];
        };
        PaginatedSuggestedSampleList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["SuggestedSample"][];
        };
        PaginatedTrailList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["Trail"][];
        };
        PaginatedTrainingRunList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["TrainingRun"][];
        };
        PaginatedTrashedProjectList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["TrashedProject"][];
        };
        PaginatedTrialList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["Trial"][];
        };
        PaginatedWorkItemList: {
            /** Format: uri */
            next: string | null;
            /** Format: uri */
            previous: string | null;
            results: components["schemas"]["WorkItem"][];
        };
        /** @description How alike two annotators answer; Cohen's kappa where samples get one class. */
        PairAgreement: {
            one: components["schemas"]["Person"];
            other: components["schemas"]["Person"];
            num_samples: number;
            /** Format: double */
            agreement: number;
            /** Format: double */
            kappa: number | null;
        };
        /**
         * @description * `all` - all
         *     * `tagged` - tagged
         *     * `others` - others
         * @enum {string}
         */
        PartEnum: "all" | "tagged" | "others";
        /** @description The old and the new password. */
        PasswordChangeRequest: {
            current: string;
            new: string;
            /** @default false */
            keep_api_keys: boolean;
        };
        /** @description An address at which a member may choose a password, which is shown this once. */
        PasswordLink: {
            url: string;
            /** Format: date-time */
            expires_at: string;
        };
        /** @description Whose password was forgotten. */
        PasswordLinkRequestRequest: {
            email: string;
        };
        /** @description Whom a link lets choose a password. */
        PasswordReset: {
            email: string;
        };
        /** @description What to change; what is left out stays. */
        PatchedAssignmentChangeRequest: {
            name?: string;
            instructions?: string;
            /** Format: uuid */
            owner_id?: string;
            annotator_ids?: string[];
            reviewer_ids?: string[];
            batch_size?: number;
            needs_review?: boolean;
            /** Format: date-time */
            due_at?: string | null;
            state?: components["schemas"]["AssignmentState"];
        };
        /** @description What may change of a channel: ``member_id`` for e-mail, ``address`` for all others. */
        PatchedChannelUpdateRequest: {
            kind?: components["schemas"]["ChannelKind"];
            name?: string;
            address?: string;
            /** Format: uuid */
            member_id?: string;
            secret?: string;
            language?: components["schemas"]["Language"];
        };
        /** @description What may be changed about a dataset. */
        PatchedDatasetChangeRequest: {
            name?: string;
            description?: string;
        };
        /** @description What may change of an endpoint in place. */
        PatchedDeploymentUpdateRequest: {
            name?: string;
            replicas?: number;
            /** Format: uuid */
            model_version_id?: string;
            limits?: components["schemas"]["CallLimitsRequest"];
            rolls_back?: boolean;
            idle_minutes?: number | null;
            sampling?: components["schemas"]["SamplingUpdateRequest"] | null;
            async_predictions?: components["schemas"]["AsyncPredictionsUpdateRequest"] | null;
        };
        /** @description When windows of calls end, and how long they are kept; what is left out stays. */
        PatchedDriftSettingsUpdateRequest: {
            window_calls?: number;
            window_hours?: number;
            keep_days?: number;
        };
        /** @description What is said of some columns of a dataset's tables; the others stay as they are. */
        PatchedGivenColumnsRequest: {
            columns?: components["schemas"]["GivenColumnRequest"][];
        };
        /** @description What may be changed about a label. */
        PatchedLabelChangeRequest: {
            name?: string;
            color?: string;
            description?: string;
            position?: number;
        };
        /** @description The name of an organisation. */
        PatchedOrganisationNameRequest: {
            name?: string;
        };
        /** @description What may be changed about a project. */
        PatchedProjectChangeRequest: {
            name?: string;
            description?: string;
        };
        /** @description A member's new role. */
        PatchedRoleChangeRequest: {
            role?: components["schemas"]["Role"];
        };
        /** @description What may be changed about a view. */
        PatchedSavedViewChangeRequest: {
            name?: string;
            query?: components["schemas"]["SampleFilterRequest"];
            ordering?: components["schemas"]["OrderingEnum"];
        };
        /** @description What changes of a schedule. */
        PatchedScheduleChangeRequest: {
            name?: string;
            cron?: string;
            time_zone?: string;
            is_paused?: boolean;
        };
        /** @description What may change of a link; it expires so many days from now, and null takes the password. */
        PatchedShareLinkUpdateRequest: {
            title?: string;
            description?: string;
            expires_in_days?: number;
            daily_calls?: number;
            password?: string | null;
        };
        /** @description What may change of a study at any time. */
        PatchedStudyUpdateRequest: {
            name?: string;
        };
        /** @description A tag's new name. */
        PatchedTagChangeRequest: {
            name?: string;
        };
        /** @description What may change of a run: its name. */
        PatchedTrainingRunUpdateRequest: {
            name?: string;
        };
        /** @description What people may change about themselves. */
        PatchedUserChangeRequest: {
            name?: string;
            language?: components["schemas"]["Language"];
            password?: components["schemas"]["PasswordChangeRequest"];
        };
        /** @description Another note; all else of a version stays as it was frozen. */
        PatchedVersionNoteRequest: {
            note?: string;
        };
        /** @description Somebody, as others see them. */
        Person: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        /** @description The outline of one object; several rings are its parts (even-odd where they meet). */
        Polygon: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "polygon";
            rings: number[][][];
        };
        /**
         * @description * `polygon` - polygon
         * @enum {string}
         */
        PolygonKindEnum: "polygon";
        /** @description The outline of one object; several rings are its parts (even-odd where they meet). */
        PolygonRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "polygon";
            rings: number[][][];
        };
        /**
         * @description Trials go on from the weights of better ones; numbers left out have their defaults.
         *
         *     ``size`` members learn ``interval`` epochs a trial; the worst ``quantile`` of them copies from
         *     the best. Trial ``n`` is one interval of member ``n`` modulo ``size``.
         */
        Population: {
            size?: number;
            interval?: number;
            /** Format: double */
            quantile?: number;
        };
        /**
         * @description Trials go on from the weights of better ones; numbers left out have their defaults.
         *
         *     ``size`` members learn ``interval`` epochs a trial; the worst ``quantile`` of them copies from
         *     the best. Trial ``n`` is one interval of member ``n`` modulo ``size``.
         */
        PopulationRequest: {
            size?: number;
            interval?: number;
            /** Format: double */
            quantile?: number;
        };
        /** @description Precision and recall of one class when its score must reach ``threshold``. */
        PrPoint: {
            threshold: number;
            precision: number;
            recall: number;
            f1: number;
        };
        /**
         * @description A sample of the same organisation, or the parts that the model's input consists of.
         *
         *     The parts are named by the kind of input in the manifest: files (``image``, ``sound``,
         *     ``video``) come in a form, texts and ``data`` in a form or JSON.
         */
        PredictRequest: {
            /** Format: binary */
            image?: string;
            /** Format: binary */
            sound?: string;
            /** Format: binary */
            video?: string;
            text?: string;
            text1?: string;
            text2?: string;
            data?: unknown;
            top_num?: number;
            /** Format: double */
            threshold?: number;
            include_proba?: boolean | null;
            /** Format: uuid */
            sample_id?: string;
        };
        /**
         * @description What a model says about one request; ``latency_ms`` is how long its server took.
         *
         *     The fields of each result depend on the ``response`` of the task's card.
         */
        Prediction: {
            results: {
                [key: string]: unknown;
            }[];
            /** Format: double */
            latency_ms: number;
        };
        /** @description Files to predict; each filename is what predictions call it. */
        PredictionFilesRequest: {
            files: string[];
        };
        /**
         * @description * `jsonl` - jsonl
         *     * `csv` - csv
         *     * `parquet` - parquet
         * @enum {string}
         */
        PredictionFormat: "jsonl" | "csv" | "parquet";
        /**
         * @description * `labels` - labels
         *     * `boxes` - boxes
         *     * `masks` - masks
         *     * `anomaly` - anomaly
         *     * `spans` - spans
         *     * `opinions` - opinions
         *     * `relations` - relations
         *     * `transcript` - transcript
         *     * `words` - words
         *     * `tracks` - tracks
         *     * `rows` - rows
         *     * `forecast` - forecast
         *     * `matches` - matches
         * @enum {string}
         */
        PredictionKind: "labels" | "boxes" | "masks" | "anomaly" | "spans" | "opinions" | "relations" | "transcript" | "words" | "tracks" | "rows" | "forecast" | "matches";
        /**
         * @description The parts that the model's input consists of.
         *
         *     The parts are named by the kind of input in the manifest: files (``image``, ``sound``,
         *     ``video``) come in a form, texts and ``data`` in a form or JSON.
         */
        PredictionPartsRequest: {
            /** Format: binary */
            image?: string;
            /** Format: binary */
            sound?: string;
            /** Format: binary */
            video?: string;
            text?: string;
            text1?: string;
            text2?: string;
            data?: unknown;
            top_num?: number;
            /** Format: double */
            threshold?: number;
            include_proba?: boolean | null;
        };
        /** @description An input without a prediction, and why: ``code`` and ``params`` to translate. */
        PredictionProblem: {
            name: string;
            code: string;
            message: string;
            params: {
                [key: string]: unknown;
            };
        };
        /**
         * @description Why a file was refused, or what a reader should know of it.
         *
         *     ``place`` is the part of the file it is about, as it follows the name: ``:12`` is line 12.
         */
        PreviewNote: {
            code: string;
            message: string;
            params: {
                [key: string]: unknown;
            };
        };
        /**
         * @description A column as it would be read.
         *
         *     ``kind`` is what it is read as, ``guessed_kind`` what it looks like; of the rows looked at,
         *     ``num_missing`` have no value there, ``num_infinite`` an infinite number, and ``num_odd`` one
         *     that does not read as the kind. ``unit`` is the sign around its numbers; ``num_bracketed`` of
         *     them stand in brackets, as accounts write those below zero. ``word_on_top`` is the first cell
         *     where only that one does not read as the others.
         */
        PreviewedColumn: {
            name: string;
            kind: components["schemas"]["ReadKind"] | components["schemas"]["NullEnum"];
            guessed_kind: components["schemas"]["ReadKind"] | components["schemas"]["NullEnum"];
            num_missing: number;
            num_infinite: number;
            num_odd: number;
        };
        /** @description A role, the column that has it (``None`` for none), and why that was guessed. */
        PreviewedRole: {
            role: components["schemas"]["PreviewedRoleRoleEnum"];
            column: string | null;
            is_needed: boolean;
            reason: components["schemas"]["ReadingReason"] | null;
        };
        /**
         * @description * `file` - file
         *     * `text` - text
         *     * `text1` - text1
         *     * `text2` - text2
         *     * `label` - label
         *     * `score` - score
         *     * `spans` - spans
         *     * `split` - split
         * @enum {string}
         */
        PreviewedRoleRoleEnum: "file" | "text" | "text1" | "text2" | "label" | "score" | "spans" | "split";
        /** @description What would become of a sample; ``like`` is the one that it repeats. */
        PreviewedSample: {
            sample: components["schemas"]["Sample"];
            outcome: components["schemas"]["CleaningOutcome"];
            step: string | null;
            like: components["schemas"]["Sample"] | null;
            width: number | null;
            height: number | null;
            duration_ms: number | null;
            num_lost: number;
            url: string | null;
            text_before: string | null;
            text_after: string | null;
            regions_before: components["schemas"]["Region"][];
            regions_after: components["schemas"]["Region"][];
        };
        /**
         * @description * `share` - share
         *     * `number` - number
         *     * `seconds` - seconds
         * @enum {string}
         */
        PrimaryUnitEnum: "share" | "number" | "seconds";
        /** @description problem+json (RFC 9457) with a code to translate by. */
        Problem: {
            type: string;
            status: number;
            code: string;
            detail: string;
            /** @description Values named in the message. */
            params: {
                [key: string]: unknown;
            };
            errors: components["schemas"]["ProblemItem"][];
        };
        /** @description One wrong field, by JSON pointer. */
        ProblemItem: {
            pointer: string;
            code: string;
            detail: string;
        };
        /** @description The unit people work in. */
        Project: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organisation_id: string;
            name: string;
            description: string;
            task: components["schemas"]["TaskEnum"];
            is_sample: boolean;
            is_preparing: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            role: components["schemas"]["Role"];
            job: components["schemas"]["Job"] | null;
        };
        /**
         * @description A project among others: what it holds, how far it came, and what its best model reaches.
         *
         *     ``num_rows`` are those of its tables, null where it has none.
         */
        ProjectCard: components["schemas"]["Project"] & {
            num_samples: number;
            num_rows: number | null;
            num_labelled: number;
            num_models: number;
            num_deployments: number;
            next_action: components["schemas"]["NextActionEnum"];
            primary_metric: string | null;
            /** Format: double */
            metric: number | null;
            cover: components["schemas"]["Cover"] | null;
        };
        /** @description A rectangle around the thing, in pixels of the upright image. */
        PromptBoxRequest: {
            /** Format: double */
            left: number;
            /** Format: double */
            top: number;
            /** Format: double */
            width: number;
            /** Format: double */
            height: number;
        };
        /** @description When hopeless trials are stopped; numbers that are left out have their defaults. */
        Pruner: {
            kind: components["schemas"]["PrunerKind"];
            min_steps?: number;
            reduction?: number;
            num_startup_trials?: number;
            num_warmup_steps?: number;
        };
        /**
         * @description * `none` - none
         *     * `successive_halving` - successive_halving
         *     * `median` - median
         * @enum {string}
         */
        PrunerKind: "none" | "successive_halving" | "median";
        /** @description When hopeless trials are stopped; numbers that are left out have their defaults. */
        PrunerRequest: {
            kind: components["schemas"]["PrunerKind"];
            min_steps?: number;
            reduction?: number;
            num_startup_trials?: number;
            num_warmup_steps?: number;
        };
        /**
         * @description What deleting a project for good would take away, and give back.
         *
         *     ``num_bytes`` are given back; ``num_bytes_shared`` stay, as other projects have the same files.
         */
        PurgePreview: {
            name: string;
            num_samples: number;
            num_versions: number;
            num_runs: number;
            num_models: number;
            num_deployments: number;
            num_bytes: number;
            num_bytes_shared: number;
        };
        /** @description The name of a project, to say that it and no other is meant. */
        PurgeRequest: {
            name: string;
        };
        /** @description Four corners (x, y), clockwise in the image, the first drawn one first. */
        Quad: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "quad";
            points: number[][];
        };
        /**
         * @description * `quad` - quad
         * @enum {string}
         */
        QuadKindEnum: "quad";
        /** @description Four corners (x, y), clockwise in the image, the first drawn one first. */
        QuadRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "quad";
            points: number[][];
        };
        QualityChart: components["schemas"]["Histogram"] | components["schemas"]["Bars"] | components["schemas"]["HeatMap"];
        /**
         * @description One kind of thing that was found.
         *
         *     ``num_open`` is how many samples its fix would change; ``params`` fill its sentence.
         */
        QualityFinding: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["FindingKind"];
            severity: components["schemas"]["Severity"];
            num_samples: number;
            num_groups: number;
            num_open: number;
            params: {
                [key: string]: unknown;
            };
            fixes: components["schemas"]["FixKind"][];
            first: string[];
            fix: components["schemas"]["Fix"] | null;
        };
        /**
         * @description What waits for workers, and whether there is one.
         *
         *     ``waiting_seconds`` is how long the oldest of what waits does.
         */
        Queue: {
            num_waiting: number;
            num_running: number;
            waiting_seconds: number;
            has_worker: boolean;
        };
        /** @description Shares that add up to 1, drawn by a seed. */
        RandomSplit: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "random";
            /** Format: double */
            train: number;
            /** Format: double */
            validation: number;
            /** Format: double */
            test: number;
            seed: number;
        };
        /**
         * @description * `random` - random
         * @enum {string}
         */
        RandomSplitKindEnum: "random";
        /** @description Shares that add up to 1, drawn by a seed. */
        RandomSplitRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "random";
            /** Format: double */
            train: number;
            /** Format: double */
            validation: number;
            /** Format: double */
            test: number;
            seed: number;
        };
        /**
         * @description * `float` - float
         *     * `int` - int
         *     * `choices` - choices
         * @enum {string}
         */
        RangeKind: "float" | "int" | "choices";
        /**
         * @description * `number` - number
         *     * `time` - time
         *     * `category` - category
         *     * `text` - text
         * @enum {string}
         */
        ReadKind: "number" | "time" | "category" | "text";
        /** @description Why a part of a reading was guessed as it is; ``is_sure`` is false where it could be else. */
        ReadingReason: {
            part: string;
            code: string;
            params: {
                [key: string]: unknown;
            };
            message: string;
            is_sure: boolean;
        };
        /** @description What became of one file or reference; a content that is ``unknown`` has to be sent. */
        ReferenceOutcome: {
            name: string;
            outcome: components["schemas"]["ReferenceOutcomeOutcomeEnum"];
            code: string | null;
            params: {
                [key: string]: unknown;
            };
            message: string | null;
            /** Format: uuid */
            sample_id: string | null;
        };
        /**
         * @description * `added` - added
         *     * `duplicate` - duplicate
         *     * `restored` - restored
         *     * `rejected` - rejected
         *     * `unknown` - unknown
         * @enum {string}
         */
        ReferenceOutcomeOutcomeEnum: "added" | "duplicate" | "restored" | "rejected" | "unknown";
        /** @description What became of each reference, in the order they were given. */
        ReferenceOutcomes: {
            outcomes: components["schemas"]["ReferenceOutcome"][];
        };
        /** @description A call that became no sample, and why. */
        RefusedCall: {
            /** Format: uuid */
            id: string;
            code: string;
            message: string;
        };
        /** @description A marked part of a sample, and who marked it. */
        Region: {
            id: string;
            /** Format: uuid */
            label_id: string | null;
            geometry: components["schemas"]["Geometry"];
            text: string | null;
            points: components["schemas"]["KeyPoint"][];
            attributes: {
                [key: string]: string | number | boolean;
            };
            source: components["schemas"]["Source"];
            author: components["schemas"]["Person"] | null;
        };
        /** @description How many regions of a sample have a label; ``null`` counts those without one. */
        RegionLabel: {
            /** Format: uuid */
            id: string | null;
            num: number;
        };
        /** @description Suggestions to put aside, or with ``is_rejected`` false to bring back. */
        RejectionRequest: {
            sample_ids: string[];
            is_rejected?: boolean;
        };
        /** @description A directed relation between two regions, by their ids. */
        Relation: {
            /** Format: uuid */
            label_id: string;
            subject: string;
            object: string;
            source: components["schemas"]["Source"];
            author: components["schemas"]["Person"] | null;
        };
        /** @description How many items went back to the pool. */
        Released: {
            num_released: number;
        };
        Report: components["schemas"]["ClassificationReport"] | components["schemas"]["SectionedReport"];
        /**
         * @description What a run used at a moment; ``null`` is what nothing there measures.
         *
         *     ``cpu_percent`` is 100 for each busy core, of ``num_cores``.
         */
        ResourcePoint: {
            number: number;
            /** Format: date-time */
            time: string;
            /** Format: double */
            cpu_percent: number;
            num_cores?: number | null;
            memory_bytes: number;
            memory_total_bytes?: number | null;
            /** Format: double */
            samples_per_second?: number | null;
            /** Format: double */
            accelerator_percent?: number | null;
            accelerator_memory_bytes?: number | null;
            accelerator_memory_total_bytes?: number | null;
        };
        /** @description How many samples came back; a job brings them when there are many. */
        Restored: {
            num_restored: number;
            job: components["schemas"]["Job"] | null;
        };
        /** @description What has to be fixed. */
        ReturnRequest: {
            comments: components["schemas"]["NewCommentRequest"][];
        };
        /** @description What a sample was annotated with after one act; ``null`` labels mean "not annotated". */
        Revision: {
            number: number;
            labels: components["schemas"]["RevisionLabel"][] | null;
            is_negative: boolean;
            num_regions: number;
            num_relations: number;
            texts: string[];
            /** Format: double */
            value: number | null;
            source: components["schemas"]["Source"];
            author: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @description Two revisions beside each other; the verdict is about calls that they answered. */
        RevisionComparison: {
            revision: components["schemas"]["ComparedRevision"];
            other: components["schemas"]["ComparedRevision"];
            shadow: components["schemas"]["ShadowAgreement"] | null;
            verdict: components["schemas"]["RevisionVerdict"];
        };
        /** @description A model version to put behind an endpoint beside others. */
        RevisionCreateRequest: {
            /** Format: uuid */
            model_version_id: string;
            /** @default 1 */
            replicas: number;
            /**
             * Format: double
             * @default 0
             */
            weight: number;
            /** @default false */
            is_shadow: boolean;
        };
        /**
         * @description Whether the calls of a revision look like the samples that its model was evaluated on.
         *
         *     Only a package that ``has_reference`` can be compared. ``num_counted`` inputs are in the window
         *     that is being counted, of at least ``num_needed`` for a verdict. ``drifted_since`` is when the
         *     first of the latest windows began that have drifted without a break.
         */
        RevisionDrift: {
            revision: number;
            version: number;
            /** Format: double */
            weight: number;
            is_shadow: boolean;
            has_reference: boolean;
            num_counted: number;
            num_needed: number;
            latest: components["schemas"]["DriftWindow"] | null;
            /** Format: date-time */
            drifted_since: string | null;
        };
        /** @description The revision that the caller saw. */
        RevisionGuardRequest: {
            revision: number;
        };
        /** @description A label as it was called then. */
        RevisionLabel: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        /** @description A revision, by its number, through time. */
        RevisionLoad: {
            revision: number;
            points: components["schemas"]["LoadPoint"][];
        };
        /** @description The share of the calls in percent that a revision should get. */
        RevisionShareRequest: {
            number: number;
            /**
             * Format: double
             * @default 0
             */
            weight: number;
            /** @default false */
            is_shadow: boolean;
        };
        /**
         * @description What can be said of a revision beside the other, each time anew at a level of 5 %.
         *
         *     ``errors``: whether it fails more often. Told when the 95 % interval of the difference of error
         *     shares (Newcombe's, ``error_difference``) leaves out 0 and both have answered 50 calls.
         *     ``latency``: whether it is slower. Told when both have answered 200 calls, mean latencies are
         *     more than 10 % apart, and a rank test (Mann and Whitney's) finds the same. Null where there are
         *     too few calls to tell; ``num_calls_needed`` is then how many each has to have answered.
         */
        RevisionVerdict: {
            errors: components["schemas"]["ErrorsEnum"] | components["schemas"]["NullEnum"];
            error_difference: components["schemas"]["Interval"] | null;
            latency: components["schemas"]["LatencyEnum"] | components["schemas"]["NullEnum"];
            num_calls_needed: number | null;
        };
        /**
         * @description What was revoked while some model servers did not answer: those still accept it.
         *
         *     They are told as soon as they answer; see ``knows_callers`` of the endpoints.
         */
        Revocation: {
            is_effective: boolean;
            deployments: components["schemas"]["EndpointName"][];
        };
        /**
         * @description * `owner` - Owner
         *     * `admin` - Admin
         *     * `developer` - Developer
         *     * `annotator` - Annotator
         *     * `viewer` - Viewer
         *     * `contributor` - Contributor
         * @enum {string}
         */
        Role: "owner" | "admin" | "developer" | "annotator" | "viewer" | "contributor";
        /** @description Some rows of a table; ``num_rows`` is how many it has. */
        Rows: {
            num_rows: number;
            offset: number;
            rows: (string | null)[][];
        };
        /** @description A run whose length is asked for. */
        RunEstimateRequest: {
            dataset_version_ids: string[];
            backbone: string;
            options?: {
                [key: string]: unknown;
            };
            target: components["schemas"]["Target"];
        };
        /** @description A training run on a version; ``model_version_id`` is what it made, once it has. */
        RunUse: {
            /** Format: uuid */
            id: string;
            number: number;
            name: string;
            state: string;
            primary_metric: string;
            /** Format: double */
            best_metric: number | null;
            /** Format: uuid */
            model_version_id: string | null;
            model_name: string | null;
            model_number: number | null;
        };
        /** @description Why a run that ended well is no success: its model is about as good as ``guess``. */
        RunVerdict: {
            metric: string;
            /** Format: double */
            value: number;
            /** Format: double */
            guess: number;
            reasons: components["schemas"]["VerdictReason"][];
        };
        /**
         * @description The exported model replayed on held-out samples, beside the trained one.
         *
         *     Both metrics are the report's primary metric on the same ``num_samples`` samples, at the
         *     recommended thresholds: they can be compared with each other and with the rest of the report.
         */
        RuntimeCheck: {
            runtime: string;
            num_samples: number;
            metric: number;
            trained_metric: number;
            max_abs_difference: number;
            size_bytes: number;
            latency_p50_ms: number;
            latency_p99_ms: number;
            device: string;
        };
        /**
         * @description One file of a dataset; properties that its medium does not have are ``null``.
         *
         *     ``labels`` are those of the whole sample, ``region_labels`` count its regions, and an object in
         *     many frames of a video once; ``drawn`` has the first regions, for small images. One that
         *     ``is_negative`` was said to show nothing: no object, or none of the labels.
         */
        Sample: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            dataset_id: string;
            name: string;
            width: number | null;
            height: number | null;
            duration_ms: number | null;
            num_frames: number | null;
            num_characters: number | null;
            num_rows: number | null;
            excerpt: string;
            bytes: number;
            /** Format: date-time */
            created_at: string;
            revision: number;
            /** Format: date-time */
            labelled_at: string | null;
            is_negative: boolean;
            /** Format: date-time */
            trashed_at: string | null;
            labels: components["schemas"]["SampleLabel"][];
            region_labels: components["schemas"]["RegionLabel"][];
            drawn: components["schemas"]["DrawnLabel"][];
            texts: string[];
            /** Format: double */
            value: number | null;
            split: components["schemas"]["Split"] | components["schemas"]["NullEnum"];
            tags: string[];
        };
        /** @description All that a sample shall be annotated with from now on; what is left out becomes empty. */
        SampleAnnotationsRequest: {
            revision: number;
            source?: components["schemas"]["GivenSource"];
            label_ids?: string[];
            regions?: components["schemas"]["GivenRegionRequest"][];
            relations?: components["schemas"]["GivenRelationRequest"][];
            texts?: string[];
            /** Format: double */
            value?: number | null;
            is_negative?: boolean;
        };
        /** @description A sample whose own value of the primary metric is another than with the first model. */
        SampleChange: {
            id: string;
            name: string;
            /** Format: double */
            before: number;
            /** Format: double */
            after: number;
        };
        /** @description One file with all that is known of it. */
        SampleDetail: components["schemas"]["AnnotatedSample"] & {
            blob_sha256: string;
            media_type: string;
            created_by: components["schemas"]["Person"] | null;
            history: components["schemas"]["Revision"][];
        };
        /** @description Which samples of a dataset. */
        SampleFilter: {
            label?: string[];
            unlabelled?: boolean;
            labelled?: boolean;
            split?: components["schemas"]["Split"];
            /** Format: uuid */
            version?: string;
            search?: string;
            trashed?: boolean;
            source?: components["schemas"]["Source"];
            /** Format: uuid */
            finding?: string;
            /** Format: uuid */
            assignment?: string;
            suggested?: components["schemas"]["SuggestedEnum"];
            /** Format: uuid */
            author?: string;
            /** Format: date */
            labelled_from?: string;
            /** Format: date */
            labelled_until?: string;
            tag?: string[];
            range?: string[];
            /** Format: uuid */
            area?: string;
            disagreement?: string;
            negative?: boolean;
            attribute?: string[];
        };
        /** @description Which samples of a dataset. */
        SampleFilterRequest: {
            label?: string[];
            unlabelled?: boolean;
            labelled?: boolean;
            split?: components["schemas"]["Split"];
            /** Format: uuid */
            version?: string;
            search?: string;
            trashed?: boolean;
            source?: components["schemas"]["Source"];
            /** Format: uuid */
            finding?: string;
            /** Format: uuid */
            assignment?: string;
            suggested?: components["schemas"]["SuggestedEnum"];
            /** Format: uuid */
            author?: string;
            /** Format: date */
            labelled_from?: string;
            /** Format: date */
            labelled_until?: string;
            tag?: string[];
            range?: string[];
            /** Format: uuid */
            area?: string;
            disagreement?: string;
            negative?: boolean;
            attribute?: string[];
        };
        /** @description A label that a sample has. */
        SampleLabel: {
            /** Format: uuid */
            id: string;
            source: components["schemas"]["Source"];
            author: components["schemas"]["Person"] | null;
        };
        /** @description All labels that a sample shall have; none and ``is_negative``: it shows none of them. */
        SampleLabelsRequest: {
            revision: number;
            source?: components["schemas"]["GivenSource"];
            label_ids: string[];
            is_negative?: boolean;
        };
        /** @description How a table of a dataset is to be read; the latest one, unless a sample is named. */
        SampleReadingRequest: {
            /** Format: uuid */
            sample?: string;
            reading: components["schemas"]["GivenTableReading"];
        };
        /** @description A sample by name. */
        SampleRef: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        /** @description What is suggested of a sample, ``null`` when nothing is. */
        SampleSuggestion: {
            suggestion: components["schemas"]["Suggestion"] | null;
        };
        /** @description How the next settings are chosen; numbers that are left out have their defaults. */
        Sampler: {
            kind: components["schemas"]["SamplerKind"];
            num_startup_trials?: number;
            population?: number;
            /** Format: double */
            initial_deviation?: number;
            /** Format: double */
            inertia?: number;
            /** Format: double */
            cognitive_weight?: number;
            /** Format: double */
            social_weight?: number;
            /** Format: double */
            learning_rate?: number;
            num_cuts?: number;
            /** Format: double */
            explore_probability?: number;
        };
        /**
         * @description * `sfde` - sfde
         *     * `tpe` - tpe
         *     * `gp` - gp
         *     * `cma_es` - cma_es
         *     * `pso` - pso
         *     * `reinforce` - reinforce
         *     * `random` - random
         *     * `grid` - grid
         *     * `pbt` - pbt
         * @enum {string}
         */
        SamplerKind: "sfde" | "tpe" | "gp" | "cma_es" | "pso" | "reinforce" | "random" | "grid" | "pbt";
        /** @description How the next settings are chosen; numbers that are left out have their defaults. */
        SamplerRequest: {
            kind: components["schemas"]["SamplerKind"];
            num_startup_trials?: number;
            population?: number;
            /** Format: double */
            initial_deviation?: number;
            /** Format: double */
            inertia?: number;
            /** Format: double */
            cognitive_weight?: number;
            /** Format: double */
            social_weight?: number;
            /** Format: double */
            learning_rate?: number;
            num_cuts?: number;
            /** Format: double */
            explore_probability?: number;
        };
        /**
         * @description Which calls of an endpoint are stored with input and results, and for how long.
         *
         *     A call is stored when chance takes it (``share``, 0 to 1, and ``drift_share`` while the calls of
         *     the revision that answers drift), when its surest result is below ``below_score``, when a shadow
         *     disagrees, or when its caller asks for it with the header ``Easel-Feedback: true``. Values of
         *     ``hidden_fields`` are never stored; with ``masks_contacts`` e-mail addresses and long numbers in
         *     texts are starred out. A stored call is deleted after ``keep_days``, and the oldest ones go when
         *     all are more than ``max_megabytes``.
         */
        Sampling: {
            /** Format: double */
            share: number;
            /** Format: double */
            below_score: number | null;
            on_disagreement: boolean;
            on_request: boolean;
            hidden_fields: string[];
            masks_contacts: boolean;
            keep_days: number;
            max_megabytes: number;
            /** Format: double */
            drift_share: number;
        };
        /** @description Which calls are stored with input and results, and for how long. */
        SamplingUpdateRequest: {
            /**
             * Format: double
             * @default 0
             */
            share: number;
            /** Format: double */
            below_score?: number | null;
            /** @default false */
            on_disagreement: boolean;
            /** @default true */
            on_request: boolean;
            hidden_fields?: string[];
            /** @default false */
            masks_contacts: boolean;
            /** @default 30 */
            keep_days: number;
            /** @default 1024 */
            max_megabytes: number;
            /**
             * Format: double
             * @default 0
             */
            drift_share: number;
        };
        /** @description A filter and an order under a name; ``query`` holds what it asks for. */
        SavedView: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            dataset_id: string;
            name: string;
            query: components["schemas"]["SampleFilter"];
            ordering: components["schemas"]["OrderingEnum"];
            created_by: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @description All saved views of a dataset by name. */
        SavedViews: {
            results: components["schemas"]["SavedView"][];
        };
        /**
         * @description Something that is begun again and again.
         *
         *     ``cron`` has five fields: minute, hour, day of the month, month, day of the week. Its times are
         *     those of ``time_zone``; ``next_times`` are the next three, none while it is paused. Nothing was
         *     begun at ``last_at`` where ``problem`` says why.
         */
        Schedule: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            project_id: string;
            name: string;
            action: string;
            arguments: {
                [key: string]: unknown;
            };
            cron: string;
            time_zone: string;
            is_paused: boolean;
            next_times: string[];
            /** Format: date-time */
            last_at: string | null;
            problem_code: string;
            problem: string;
            created_by: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
        };
        /**
         * @description * `read` - read
         *     * `write` - write
         *     * `admin` - admin
         * @enum {string}
         */
        Scope: "read" | "write" | "admin";
        /** @description A study whose trials are run by scripts; ``first`` are the settings of its first trial. */
        ScriptedStudyCreateRequest: {
            max_trials?: number | null;
            max_minutes?: number | null;
            /** Format: double */
            target_score?: number | null;
            /** Format: uuid */
            project_id: string;
            name: string;
            metric: string;
            direction: components["schemas"]["SearchDirection"];
            space: components["schemas"]["SearchSpaceRequest"];
            first?: {
                [key: string]: unknown;
            };
            sampler?: components["schemas"]["SamplerRequest"];
            pruner?: components["schemas"]["PrunerRequest"];
            /** @default 1 */
            num_parallel: number;
            /** @default 0 */
            seed: number;
        };
        /** @description The parameter takes part only while another has one of these values. */
        SearchCondition: {
            parameter: string;
            values: unknown[];
        };
        /** @description The parameter takes part only while another has one of these values. */
        SearchConditionRequest: {
            parameter: string;
            values: unknown[];
        };
        /**
         * @description * `maximize` - Maximize
         *     * `minimize` - Minimize
         * @enum {string}
         */
        SearchDirection: "maximize" | "minimize";
        /** @description One thing to vary: ``backbone``, or an option by its path, such as ``augmentation.scale``. */
        SearchParameter: {
            name: string;
            range: components["schemas"]["SearchRange"];
            when?: components["schemas"]["SearchCondition"] | null;
        };
        /** @description One thing to vary: ``backbone``, or an option by its path, such as ``augmentation.scale``. */
        SearchParameterRequest: {
            name: string;
            range: components["schemas"]["SearchRangeRequest"];
            when?: components["schemas"]["SearchConditionRequest"] | null;
        };
        /** @description Values of a parameter: ``low`` to ``high`` of numbers, or ``values`` of choices. */
        SearchRange: {
            kind: components["schemas"]["RangeKind"];
            /** Format: double */
            low?: number;
            /** Format: double */
            high?: number;
            log?: boolean;
            /** Format: double */
            step?: number | null;
            values?: unknown[];
        };
        /** @description Values of a parameter: ``low`` to ``high`` of numbers, or ``values`` of choices. */
        SearchRangeRequest: {
            kind: components["schemas"]["RangeKind"];
            /** Format: double */
            low?: number;
            /** Format: double */
            high?: number;
            log?: boolean;
            /** Format: double */
            step?: number | null;
            values?: unknown[];
        };
        /** @description What was found, by kind: projects, datasets, models, endpoints and samples. */
        SearchResults: {
            results: components["schemas"]["Found"][];
        };
        /** @description All parameters that a study varies. */
        SearchSpace: {
            parameters: components["schemas"]["SearchParameter"][];
        };
        /** @description All parameters that a study varies. */
        SearchSpaceRequest: {
            parameters: components["schemas"]["SearchParameterRequest"][];
        };
        /**
         * @description What of a task can be searched, with default ranges.
         *
         *     ``suggested`` names the parameters that most searches vary; ``defaults`` is what each is without
         *     a search, ``null`` where the task decides. Where trials can go on from each other's weights
         *     (``supports_population``), ``fixed_in_population`` names what may not change between them.
         */
        SearchableSpace: {
            task: string;
            space: components["schemas"]["SearchSpace"];
            suggested: string[];
            defaults: {
                [key: string]: unknown;
            };
            primary_metric: string;
            direction: components["schemas"]["SearchDirection"];
            supports_data_fraction: boolean;
            supports_population: boolean;
            fixed_in_population: string[];
        };
        /**
         * @description Report of any other task: numbers for the headline, then sections the page draws in order.
         *
         *     ``metrics`` has the primary one first. ``baseline`` is the same metric of the simple method
         *     that the model must beat (a linear model, the seasonal naive forecast), where there is one.
         *     ``own_metrics`` are those of the user's own.
         */
        SectionedReport: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "sections";
            /** @constant */
            schema_version: 1;
            /**
             * @description The part of a dataset version that a sample belongs to.
             * @enum {string}
             */
            split: "train" | "validation" | "test";
            num_samples: number;
            primary_metric: string;
            metrics: components["schemas"]["MetricValue"][];
            baseline: components["schemas"]["MetricValue"] | null;
            own_metrics: components["schemas"]["MetricValue"][];
            labels: string[];
            sections: (components["schemas"]["TableSection"] | components["schemas"]["CurvesSection"] | components["schemas"]["BarsSection"] | components["schemas"]["MatrixSection"] | components["schemas"]["ThresholdsSection"] | components["schemas"]["CasesSection"] | components["schemas"]["NoteSection"])[];
            runtime: components["schemas"]["RuntimeCheck"];
            training: components["schemas"]["TrainingSummary"];
        };
        /** @description Something that training sees marked on an image, in the image's pixels. */
        SeenRegion: {
            id: string;
            label: string | null;
            geometry: components["schemas"]["Geometry"];
            points: components["schemas"]["KeyPoint"][];
        };
        /** @description A stretch of a recording or video. */
        Segment: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "segment";
            start_ms: number;
            end_ms: number;
        };
        /**
         * @description * `segment` - segment
         * @enum {string}
         */
        SegmentKindEnum: "segment";
        /** @description What is pointed at: clicks, a box, or both. */
        SegmentPromptRequest: {
            points?: components["schemas"]["ClickRequest"][];
            box?: components["schemas"]["PromptBoxRequest"] | null;
        };
        /** @description A stretch of a recording or video. */
        SegmentRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "segment";
            start_ms: number;
            end_ms: number;
        };
        /** @description What was pointed at: ``geometry`` is null where the model finds nothing. */
        Segmentation: {
            model: string;
            geometry: components["schemas"]["Mask"] | null;
            /** Format: double */
            score: number | null;
        };
        /** @description Why the model does not answer. */
        SegmenterError: {
            code: string;
            params: {
                [key: string]: unknown;
            };
            message: string;
        };
        /**
         * @description * `absent` - absent
         *     * `stopped` - stopped
         *     * `preparing` - preparing
         *     * `starting` - starting
         *     * `ready` - ready
         *     * `failed` - failed
         * @enum {string}
         */
        SegmenterState: "absent" | "stopped" | "preparing" | "starting" | "ready" | "failed";
        /**
         * @description How far the model is from answering clicks.
         *
         *     ``absent``: no weights are configured. ``stopped``: nobody has asked for it lately.
         *     ``preparing``: its package is made of the weights. ``starting``: its server loads the package.
         */
        SegmenterStatus: {
            state: components["schemas"]["SegmenterState"];
            name: string | null;
            error: components["schemas"]["SegmenterError"] | null;
        };
        /** @description Samples to act on: those named, or all that pass a filter. */
        SelectionRequest: {
            sample_ids?: string[];
            filter?: components["schemas"]["SampleFilterRequest"];
        };
        /** @description The model version behind an endpoint. */
        ServedModelVersion: {
            /** Format: uuid */
            id: string;
            number: number;
            model_name: string;
        };
        /** @description An endpoint that serves a model version. */
        ServingDeployment: {
            /** Format: uuid */
            id: string;
            name: string;
            state: components["schemas"]["DeploymentState"];
        };
        /** @description Who is signed in, and where they belong. */
        Session: {
            user: components["schemas"]["User"] | null;
            memberships: components["schemas"]["SessionMembership"][];
            sign_up_open: boolean;
            sends_mail: boolean;
        };
        /** @description One of the organisations that the person belongs to; ``id`` is the membership's. */
        SessionMembership: {
            /** Format: uuid */
            id: string;
            organisation: components["schemas"]["OrganisationRef"];
            role: components["schemas"]["Role"];
        };
        /**
         * @description * `error` - error
         *     * `warning` - warning
         *     * `note` - note
         * @enum {string}
         */
        Severity: "error" | "warning" | "note";
        /**
         * @description How far both agree where one was the shadow of the other, 0 to 1 in the mean.
         *
         *     ``differing`` are the pairs of labels on which they differ most often, at most twenty.
         */
        ShadowAgreement: {
            num_compared: number;
            /** Format: double */
            agreement: number | null;
            differing: components["schemas"]["LabelPair"][];
        };
        /** @description What a shadow predicted for a call; ``agreement`` (0 to 1) is that with the results. */
        ShadowResults: {
            revision: number;
            results: {
                [key: string]: unknown;
            }[];
            /** Format: double */
            agreement: number | null;
        };
        /**
         * @description A page of an endpoint for whoever has its address, ``/share/{token}``.
         *
         *     ``num_calls`` are all so far, ``num_calls_today`` those since midnight UTC, of ``daily_calls``.
         */
        ShareLink: {
            /** Format: uuid */
            id: string;
            title: string;
            description: string;
            token: string;
            state: components["schemas"]["ShareLinkState"];
            has_password: boolean;
            daily_calls: number;
            num_calls_today: number;
            num_calls: number;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            revoked_at: string | null;
        };
        /** @description A link to make; it works for 7, 30, 90 or 365 days. */
        ShareLinkCreateRequest: {
            title: string;
            /** @default  */
            description: string;
            /** @default 30 */
            expires_in_days: number;
            /** @default 1000 */
            daily_calls: number;
            password?: string | null;
        };
        /**
         * @description * `valid` - valid
         *     * `expired` - expired
         *     * `revoked` - revoked
         * @enum {string}
         */
        ShareLinkState: "valid" | "expired" | "revoked";
        /** @description The password of a page. */
        ShareLinkUnlockRequest: {
            password: string;
        };
        /** @description What stands for the password until it expires: the header ``Easel-Share-Pass``. */
        SharePass: {
            share_pass: string;
            /** Format: date-time */
            expires_at: string;
        };
        /** @description An endpoint as guests see it; without the password ``model`` is null. */
        SharedEndpoint: {
            title: string;
            description: string;
            needs_password: boolean;
            /** Format: date-time */
            expires_at: string;
            is_running: boolean;
            model: components["schemas"]["SharedModel"] | null;
        };
        /**
         * @description What the model behind a share link takes and says; ``labels`` are empty where there are many.
         *
         *     ``input`` is that of the manifest; ``required_columns`` are those of a table that were never
         *     empty when the model was trained.
         */
        SharedModel: {
            task: string;
            media: components["schemas"]["Media"];
            prediction: components["schemas"]["PredictionKind"];
            input: {
                [key: string]: unknown;
            };
            required_columns: string[];
            labels: string[];
        };
        /** @description Sign in with e-mail address and password. */
        SignInRequest: {
            email: string;
            password: string;
        };
        /** @description A new person with a new organisation or an invitation. */
        SignUpRequest: {
            email: string;
            password: string;
            name: string;
            organisation_name?: string;
            invitation_token?: string;
        };
        /** @description A place where one is signed in. */
        SignedIn: {
            /** Format: uuid */
            id: string;
            device: string;
            address: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_seen_at: string;
            is_current: boolean;
        };
        /** @description Why. */
        SkipRequest: {
            reason: string;
        };
        /** @description A check that was not made, and why. */
        SkippedCheck: {
            check: string;
            reason: string;
            params: {
                [key: string]: unknown;
            };
        };
        /**
         * @description * `human` - Human
         *     * `import` - Import
         *     * `model` - Model
         * @enum {string}
         */
        Source: "human" | "import" | "model";
        /** @description Labels by who said them. */
        SourceCounts: {
            human: number;
            import: number;
            model: number;
        };
        /** @description A folder of the server that may be imported from, by its number. */
        SourceFolder: {
            number: number;
            name: string;
        };
        /**
         * @description Where files may be taken in from without sending them, and what lies in one of the folders.
         *
         *     ``below`` are the folders directly in the one that was asked for.
         */
        SourcePlaces: {
            folders: components["schemas"]["SourceFolder"][];
            buckets: string[];
            web: boolean;
            below: string[];
        };
        /** @description A run of characters of a text. */
        Span: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "span";
            start: number;
            end: number;
        };
        /**
         * @description * `span` - span
         * @enum {string}
         */
        SpanKindEnum: "span";
        /** @description A run of characters of a text. */
        SpanRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "span";
            start: number;
            end: number;
        };
        /**
         * @description * `train` - train
         *     * `validation` - validation
         *     * `test` - test
         * @enum {string}
         */
        Split: "train" | "validation" | "test";
        /**
         * @description How many samples are in a split, and how many samples and regions have each label.
         *
         *     ``negative`` are those that show nothing; ``null`` where the version does not count them.
         *     ``num_rows`` are the rows of its tables, ``null`` where it holds none. Tables that all stand in
         *     one split are divided row by row when a model is trained.
         */
        SplitCounts: {
            total: number;
            num_rows: number | null;
            negative: number | null;
            labels: {
                [key: string]: number;
            };
            regions: {
                [key: string]: number;
            };
        };
        SplitRecipe: components["schemas"]["RandomSplit"] | components["schemas"]["NamedSplit"] | components["schemas"]["CustomSplit"];
        SplitRecipeRequest: components["schemas"]["RandomSplitRequest"] | components["schemas"]["NamedSplitRequest"] | components["schemas"]["CustomSplitRequest"];
        /**
         * @description * `psi` - psi
         *     * `ks` - ks
         *     * `mmd` - mmd
         * @enum {string}
         */
        StatisticEnum: "psi" | "ks" | "mmd";
        /**
         * @description What is in a dataset; histograms that its medium does not have are empty.
         *
         *     ``durations`` are in seconds, ``lengths`` in characters of a text or rows of a table.
         */
        Statistics: {
            labels: components["schemas"]["LabelCount"][];
            num_unlabelled: number;
            num_negative: number;
            attributes: components["schemas"]["AttributeCounts"][];
            widths: components["schemas"]["Bin"][];
            heights: components["schemas"]["Bin"][];
            aspects: components["schemas"]["Bin"][];
            durations: components["schemas"]["Bin"][];
            lengths: components["schemas"]["Bin"][];
            bytes: components["schemas"]["Bin"][];
            by_source: components["schemas"]["SourceCounts"];
            by_author: components["schemas"]["AuthorCount"][];
            by_day: components["schemas"]["DayCount"][];
        };
        /**
         * @description * `ok` - ok
         *     * `degraded` - degraded
         *     * `failed` - failed
         * @enum {string}
         */
        StatusEnum: "ok" | "degraded" | "failed";
        /**
         * @description A call that was stored: what was sent, what was predicted, and what was right.
         *
         *     ``values`` are the parts of the request that are no file; the file of a call that ``has_file``
         *     is at an address of its own. ``num_right`` of ``num_evaluated`` results were right, and
         *     ``error`` is how far a number was from the right one.
         */
        StoredCall: {
            /** Format: uuid */
            id: string;
            log_id: number;
            /** Format: date-time */
            called_at: string;
            caller: string;
            caller_name: string | null;
            revision: number | null;
            version: number | null;
            reason: components["schemas"]["StoredCallReasonEnum"];
            values: {
                [key: string]: unknown;
            };
            has_file: boolean;
            results: {
                [key: string]: unknown;
            }[];
            shadows: components["schemas"]["ShadowResults"][];
            top_label: string;
            /** Format: double */
            top_score: number | null;
            num_bytes: number;
            truth: components["schemas"]["Truth"] | null;
            num_evaluated: number;
            num_right: number;
            /** Format: double */
            error: number | null;
            sample: components["schemas"]["AddedSample"] | null;
            /** Format: date-time */
            added_at: string | null;
        };
        /**
         * @description * `random` - Random
         *     * `low_confidence` - Low Confidence
         *     * `disagreement` - Disagreement
         *     * `requested` - Requested
         *     * `drift` - Drift
         * @enum {string}
         */
        StoredCallReasonEnum: "random" | "low_confidence" | "disagreement" | "requested" | "drift";
        /**
         * @description The stored calls of an endpoint in figures.
         *
         *     ``num_waiting`` are in no dataset yet, ``num_answered`` have a true answer. ``reasons`` and
         *     ``labels`` are the most frequent first.
         */
        StoredCallsSummary: {
            num_calls: number;
            num_waiting: number;
            num_answered: number;
            num_bytes: number;
            reasons: components["schemas"]["NamedCount"][];
            labels: components["schemas"]["NamedCount"][];
            accuracy: components["schemas"]["DayAccuracy"][];
        };
        /**
         * @description A study; ``ending`` is empty while it runs, ``error`` says why it failed.
         *
         *     The trials of one that ``is_scripted`` are run by scripts of people; it has no backbone.
         *     ``seconds_used`` counts from the first trial's begin, without the time between an end and an
         *     extension. ``eta_seconds`` is null while nothing is known.
         */
        Study: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            project_id: string;
            number: number;
            name: string;
            is_scripted: boolean;
            task: string;
            target: components["schemas"]["Target"];
            backbone: string;
            pretrained: boolean;
            options: {
                [key: string]: unknown;
            };
            dataset_versions: components["schemas"]["UsedDatasetVersion"][];
            /** Format: double */
            data_fraction: number;
            space: components["schemas"]["SearchSpace"];
            sampler: components["schemas"]["Sampler"];
            pruner: components["schemas"]["Pruner"];
            population: components["schemas"]["Population"] | null;
            primary_metric: string;
            direction: components["schemas"]["SearchDirection"];
            /** Format: double */
            latency_limit_ms: number | null;
            seed: number;
            num_parallel: number;
            max_trials: number | null;
            max_minutes: number | null;
            /** Format: double */
            target_score: number | null;
            state: components["schemas"]["StudyState"];
            ending: components["schemas"]["StudyEnding"] | components["schemas"]["BlankEnum"];
            error: components["schemas"]["JobError"] | null;
            counts: components["schemas"]["TrialCounts"];
            best_trial: components["schemas"]["Trial"] | null;
            importances: {
                [key: string]: number;
            };
            /** Format: double */
            seconds_used: number;
            /** Format: double */
            eta_seconds: number | null;
            /** Format: uuid */
            fork_of: string | null;
            revision: number;
            created_by: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            finished_at: string | null;
        };
        /** @description A study to start; its first trial has ``backbone`` and ``options`` as they are. */
        StudyCreateRequest: {
            max_trials?: number | null;
            max_minutes?: number | null;
            /** Format: double */
            target_score?: number | null;
            /** Format: uuid */
            project_id: string;
            name?: string;
            dataset_version_ids: string[];
            target: components["schemas"]["Target"];
            backbone: string;
            pretrained?: boolean | null;
            options?: {
                [key: string]: unknown;
            };
            /**
             * Format: double
             * @default 1
             */
            data_fraction: number;
            space: components["schemas"]["SearchSpaceRequest"];
            sampler?: components["schemas"]["SamplerRequest"];
            pruner?: components["schemas"]["PrunerRequest"];
            population?: components["schemas"]["PopulationRequest"] | null;
            /** @default 1 */
            num_parallel: number;
            /** @default 0 */
            seed: number;
            /** Format: double */
            latency_limit_ms?: number | null;
        };
        /**
         * @description A study; ``ending`` is empty while it runs, ``error`` says why it failed.
         *
         *     The trials of one that ``is_scripted`` are run by scripts of people; it has no backbone.
         *     ``seconds_used`` counts from the first trial's begin, without the time between an end and an
         *     extension. ``eta_seconds`` is null while nothing is known.
         */
        StudyDetail: components["schemas"]["Study"] & {
            best_so_far: components["schemas"]["BestSoFar"][];
            active_trials: components["schemas"]["TrialDetail"][];
        };
        /**
         * @description * `trials` - Trials
         *     * `minutes` - Minutes
         *     * `target` - Target
         *     * `space` - Space
         *     * `person` - Person
         *     * `failures` - Failures
         * @enum {string}
         */
        StudyEnding: "trials" | "minutes" | "target" | "space" | "person" | "failures";
        /**
         * @description New limits; a limit that is left out stays, ``null`` takes it away.
         *
         *     ``space`` is refused when it differs: a study with another space is a fork.
         */
        StudyExtendRequest: {
            max_trials?: number | null;
            max_minutes?: number | null;
            /** Format: double */
            target_score?: number | null;
            num_parallel?: number;
            space?: components["schemas"]["SearchSpaceRequest"];
        };
        /**
         * @description A new study that begins with the trials of another; what is left out is as it was there.
         *
         *     At least one limit has to be given; ``max_trials`` counts new trials alone.
         */
        StudyForkRequest: {
            max_trials?: number | null;
            max_minutes?: number | null;
            /** Format: double */
            target_score?: number | null;
            name?: string;
            space?: components["schemas"]["SearchSpaceRequest"];
            sampler?: components["schemas"]["SamplerRequest"];
            pruner?: components["schemas"]["PrunerRequest"];
            num_parallel?: number;
            seed?: number;
            /** Format: double */
            latency_limit_ms?: number | null;
        };
        /** @description The model version that was made of a trial. */
        StudyModelVersion: {
            /** Format: uuid */
            model_version_id: string;
        };
        /**
         * @description * `running` - Running
         *     * `finished` - Finished
         *     * `stopped` - Stopped
         *     * `failed` - Failed
         * @enum {string}
         */
        StudyState: "running" | "finished" | "stopped" | "failed";
        /**
         * @description * `any` - any
         *     * `contradicts` - contradicts
         * @enum {string}
         */
        SuggestedEnum: "any" | "contradicts";
        /** @description A label of the whole sample. */
        SuggestedLabel: {
            /** Format: uuid */
            id: string;
            /** Format: double */
            score: number;
        };
        /** @description How many open suggestions name a label; more than 10,000 are given as 10,001. */
        SuggestedLabelCount: {
            /** Format: uuid */
            id: string;
            num: number;
        };
        /** @description A marked part of the sample. */
        SuggestedRegion: {
            id: string;
            /** Format: uuid */
            label_id: string | null;
            geometry: components["schemas"]["Geometry"];
            text: string | null;
            /** Format: double */
            score: number;
            attributes: {
                [key: string]: string | number | boolean;
            };
        };
        /** @description How two of the regions relate, by their ids. */
        SuggestedRelation: {
            /** Format: uuid */
            label_id: string;
            subject: string;
            object: string;
            /** Format: double */
            score: number;
        };
        /** @description A sample with what is suggested of it, and the score of the label asked for. */
        SuggestedSample: {
            sample: components["schemas"]["Sample"];
            suggestion: components["schemas"]["Suggestion"];
            /** Format: double */
            score: number;
        };
        /** @description The parts of an annotation, each with its score. */
        SuggestedState: {
            labels: components["schemas"]["SuggestedLabel"][];
            regions: components["schemas"]["SuggestedRegion"][];
            relations: components["schemas"]["SuggestedRelation"][];
            texts: string[];
            /** Format: double */
            value: number | null;
        };
        /** @description A model version as other apps refer to it. */
        SuggestingModel: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            project_id: string;
            model_name: string;
            number: number;
            primary_metric: string;
        };
        /**
         * @description What is suggested of a sample, by labels that are there.
         *
         *     ``is_stale`` tells that labels it named are gone, and their parts with them.
         */
        Suggestion: {
            /** Format: uuid */
            sample_id: string;
            /** Format: uuid */
            run_id: string;
            method: components["schemas"]["SuggestionMethod"];
            model: components["schemas"]["SuggestingModel"] | null;
            /** Format: double */
            threshold: number;
            state: components["schemas"]["SuggestedState"];
            /** Format: double */
            score: number;
            /** Format: double */
            uncertainty: number;
            is_stale: boolean;
            is_rejected: boolean;
            /** Format: date-time */
            made_at: string;
        };
        /**
         * @description * `model` - Model
         *     * `classifier` - Classifier
         * @enum {string}
         */
        SuggestionMethod: "model" | "classifier";
        /** @description What is suggested in a dataset; more than 10,000 open ones are given as 10,001. */
        SuggestionOverview: {
            run: components["schemas"]["SuggestionRun"] | null;
            num_open: number;
            labels: components["schemas"]["SuggestedLabelCount"][];
            acceptance: components["schemas"]["Acceptance"] | null;
        };
        /** @description One asking of a model about samples. */
        SuggestionRun: {
            /** Format: uuid */
            id: string;
            method: components["schemas"]["SuggestionMethod"];
            model: components["schemas"]["SuggestingModel"] | null;
            /** Format: double */
            threshold: number;
            num_samples: number;
            num_unreadable: number;
            num_unknown_labels: number;
            job: components["schemas"]["Job"] | null;
            /** Format: date-time */
            created_at: string;
        };
        /**
         * @description One table, its first rows, and its columns as described by ``num_rows_read`` of its rows.
         *
         *     ``reading`` is how its file is read, null where nobody knows; ``is_changed`` tells one that was
         *     written anew to be read so.
         */
        Table: {
            /** Format: uuid */
            sample_id: string;
            name: string;
            num_rows: number;
            num_rows_read: number;
            columns: components["schemas"]["TableColumn"][];
            rows: (string | null)[][];
            reading: components["schemas"]["TableReading"] | null;
            is_changed: boolean;
        };
        /**
         * @description One column: what somebody said of it, and what its first rows tell.
         *
         *     ``kind`` is what it is taken for, ``guessed_kind`` what it seems to be; ``role`` is the part
         *     that it has in training unless a run says otherwise. ``missing_share`` is the part of the rows
         *     that were read without a value, ``num_distinct`` how many different values they hold,
         *     ``examples`` the commonest of them. Of the cells with a value, ``num_numbers`` are finite
         *     numbers, ``num_infinite`` infinite ones, and ``num_words`` anything else.
         */
        TableColumn: {
            name: string;
            kind: components["schemas"]["ColumnKind"];
            guessed_kind: components["schemas"]["ColumnKind"];
            role: components["schemas"]["ColumnRole"] | components["schemas"]["NullEnum"];
            /** Format: double */
            missing_share: number;
            num_distinct: number;
            examples: string[];
            num_numbers: number;
            num_infinite: number;
            num_words: number;
        };
        /**
         * @description How a table is read, why, and its first rows read so.
         *
         *     ``num_rows`` are the rows looked at, ``num_uneven`` those of them with another number of cells.
         *     ``changed`` are the parts of the reading that would be guessed otherwise.
         *     ``notes`` are what an import of the file would say beside the reasons.
         *     ``sheets`` are those of a workbook; ``reading.sheet`` is read, the first where it is empty.
         *     ``is_plain`` tells a file that is kept as it is; another is kept beside the table made of it.
         */
        TablePreview: {
            reading: components["schemas"]["TableReading"];
            changed: string[];
            reasons: components["schemas"]["ReadingReason"][];
            columns: components["schemas"]["PreviewedColumn"][];
            rows: string[][];
            num_rows: number;
            num_uneven: number;
            num_named_anew: number;
            sheets: string[];
            file_kind: components["schemas"]["FileKindEnum"];
            notes: components["schemas"]["PreviewNote"][];
            is_plain: boolean;
        };
        /** @description A table's file, or its first megabyte, and how it is to be read. */
        TablePreviewRequest: {
            /** Format: binary */
            file: string;
            reading?: components["schemas"]["GivenTableReading"];
            /** @default true */
            is_whole: components["schemas"]["IsWholeEnum"];
        };
        /**
         * TableReading
         * @description How a table's file is read; what is ``auto`` is guessed from its first rows.
         *
         *     ``skip_rows`` are left out at the top. ``header`` tells whether the row after them holds the
         *     names of the columns; ``names`` are used in their place, all of them or none. ``decimal`` and
         *     ``thousands`` are the marks within numbers, ``date_order`` is that of dates such as 31/12/2020.
         *     ``missing`` are words for no value beside those that always stand for none. A workbook or
         *     Parquet file has neither encoding nor delimiter: both are ignored there. ``sheet`` is the one of
         *     a workbook that is read, the first where it is empty. Cells of a column said to hold numbers or
         *     times that do not read as such count as missing.
         */
        TableReading: WithRequired<components["schemas"]["GivenTableReading"], "date_order" | "decimal" | "delimiter" | "encoding" | "header" | "kinds" | "missing" | "names" | "sheet" | "skip_rows" | "thousands"> & unknown;
        /** @description Rows of numbers and names; ``units`` says per column how to write it. */
        TableSection: {
            key: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "table";
            columns: string[];
            units: ("text" | "count" | "share" | "number" | "milliseconds")[];
            rows: (string | number | null)[][];
        };
        /** @description All columns of a table over all its rows. */
        TableStatistics: {
            num_rows: number;
            columns: components["schemas"]["ColumnStatistics"][];
        };
        /** @description A word that samples are sorted by. */
        Tag: {
            /** Format: uuid */
            id: string;
            name: string;
            num_samples: number;
        };
        /**
         * @description * `add` - add
         *     * `remove` - remove
         * @enum {string}
         */
        TagModeEnum: "add" | "remove";
        /** @description A tag by name, which is made when there is none, and the samples to put it on or take off. */
        TaggingRequest: {
            sample_ids?: string[];
            filter?: components["schemas"]["SampleFilterRequest"];
            tag: string;
            mode: components["schemas"]["TagModeEnum"];
        };
        /** @description All tags of a dataset by name. */
        Tags: {
            results: components["schemas"]["Tag"][];
        };
        /**
         * @description * `cloud_api` - cloud_api
         *     * `device` - device
         *     * `local_server` - local_server
         * @enum {string}
         */
        Target: "cloud_api" | "device" | "local_server";
        /**
         * @description * `image.classification` - image.classification
         *     * `image.object_detection` - image.object_detection
         *     * `image.segmentation` - image.segmentation
         *     * `image.anomaly_detection` - image.anomaly_detection
         *     * `text.classification` - text.classification
         *     * `text.sentiment` - text.sentiment
         *     * `text.similarity` - text.similarity
         *     * `text.entity_extraction` - text.entity_extraction
         *     * `text.relation_extraction` - text.relation_extraction
         *     * `speech.sound_classification` - speech.sound_classification
         *     * `speech.recognition` - speech.recognition
         *     * `video.classification` - video.classification
         *     * `video.object_tracking` - video.object_tracking
         *     * `ocr.text_recognition` - ocr.text_recognition
         *     * `ocr.template` - ocr.template
         *     * `tabular.prediction` - tabular.prediction
         *     * `tabular.forecasting` - tabular.forecasting
         *     * `retail.product_detection` - retail.product_detection
         *     * `multimodal.image_text_retrieval` - multimodal.image_text_retrieval
         * @enum {string}
         */
        TaskEnum: "image.classification" | "image.object_detection" | "image.segmentation" | "image.anomaly_detection" | "text.classification" | "text.sentiment" | "text.similarity" | "text.entity_extraction" | "text.relation_extraction" | "speech.sound_classification" | "speech.recognition" | "video.classification" | "video.object_tracking" | "ocr.text_recognition" | "ocr.template" | "tabular.prediction" | "tabular.forecasting" | "retail.product_detection" | "multimodal.image_text_retrieval";
        /** @description A slider per label, answered from stored points. */
        ThresholdsSection: {
            key: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "thresholds";
            labels: components["schemas"]["LabelThresholds"][];
        };
        /**
         * @description * `fast` - Fast
         *     * `balanced` - Balanced
         *     * `accurate` - Accurate
         * @enum {string}
         */
        Tier: "fast" | "balanced" | "accurate";
        /** @description The next times of a schedule that is not made yet. */
        Times: {
            next_times: string[];
        };
        /** @description Shares that add up to 100; revisions that are not named get none. */
        TrafficRequest: {
            revisions: components["schemas"]["RevisionShareRequest"][];
        };
        /** @description One step of work on a sample, in which assignment. */
        Trail: components["schemas"]["ItemAct"] & {
            /** Format: uuid */
            assignment_id: string;
            assignment_name: string;
            annotator: components["schemas"]["Person"] | null;
        };
        /** @description A dataset version that a model was trained on. */
        TrainedOn: {
            /** Format: uuid */
            id: string;
            number: number;
            dataset_name: string;
        };
        /**
         * @description How one of the models stands that a run tries beside each other.
         *
         *     ``metric`` was measured on data that the model had not learnt from: ``value``, with the 95 %
         *     interval where one is known. ``loss`` is what the run compares its models by, and ``seconds``
         *     are those of learning. ``weight`` is its share in the blend that is taken in the end; null until
         *     that is known, and of the blend itself. A later line of the same name takes its place.
         */
        TrainingCandidate: {
            name: string;
            metric: string;
            /** Format: double */
            value: number;
            /** Format: double */
            low: number | null;
            /** Format: double */
            high: number | null;
            /** Format: double */
            loss: number;
            /** Format: double */
            seconds: number;
            /** Format: double */
            weight: number | null;
        };
        /** @description What the check found; empty when all is well. */
        TrainingCheck: {
            findings: components["schemas"]["Finding"][];
        };
        /** @description An estimate for each backbone that suits the target. */
        TrainingEstimate: {
            backbones: components["schemas"]["BackboneEstimate"][];
        };
        /** @description The last lines a run wrote. */
        TrainingLog: {
            lines: string[];
            total: number;
        };
        /**
         * @description What a run measured: its curves, and the models that it tried beside each other.
         *
         *     Only tasks that choose among several models, as those of tables do, have ``candidates``; they
         *     stand in the order in which they were tried.
         */
        TrainingMetrics: {
            series: components["schemas"]["MetricSeries"][];
            candidates: components["schemas"]["TrainingCandidate"][];
        };
        /** @description What a run used over its time. */
        TrainingResources: {
            points: components["schemas"]["ResourcePoint"][];
        };
        /** @description A training run and the job that carries it out; ``verdict`` is there when it is useless. */
        TrainingRun: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            project_id: string;
            number: number;
            name: string;
            task: string;
            target: components["schemas"]["Target"];
            tier: components["schemas"]["Tier"];
            backbone: string;
            options: {
                [key: string]: unknown;
            };
            seed: number;
            pretrained: boolean;
            dataset_versions: components["schemas"]["UsedDatasetVersion"][];
            initial_model_version: components["schemas"]["InitialModelVersion"] | null;
            /** Format: uuid */
            rerun_of: string | null;
            /** Format: uuid */
            study_id: string | null;
            /** Format: double */
            data_fraction: number;
            job: components["schemas"]["Job"];
            primary_metric: string;
            /** Format: double */
            best_metric: number | null;
            /** Format: uuid */
            model_version_id: string | null;
            verdict: components["schemas"]["RunVerdict"] | null;
            created_by: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @description A run to start. */
        TrainingRunCreateRequest: {
            /** Format: uuid */
            project_id: string;
            name?: string;
            dataset_version_ids: string[];
            target: components["schemas"]["Target"];
            tier: components["schemas"]["Tier"];
            backbone: string;
            options?: {
                [key: string]: unknown;
            };
            /** @default 0 */
            seed: number;
            /** Format: uuid */
            initial_model_version_id?: string | null;
            pretrained?: boolean | null;
        };
        /** @description How a repetition differs. */
        TrainingRunRerunRequest: {
            seed?: number;
        };
        /**
         * @description How the model was made.
         *
         *     ``epochs`` and ``best_epoch`` are 0 where learning does not go through the data again and again;
         *     ``rounds`` then counts what was repeated, such as boosted trees. ``parameters`` are the numbers
         *     that were learnt.
         */
        TrainingSummary: {
            backbone: string;
            pretrained: string | null;
            from_scratch: boolean;
            epochs: number;
            best_epoch: number;
            train_samples: number;
            train_seconds: number;
            device: string;
            parameters: number;
            rounds: number | null;
        };
        /** @description What lies in the trash; ``num_bytes_freeable`` leaves out what something else still needs. */
        Trash: {
            num_samples: number;
            num_bytes: number;
            num_bytes_freeable: number;
        };
        /** @description How many samples were moved; a job moves them when there are many. */
        Trashed: {
            num_trashed: number;
            job: components["schemas"]["Job"] | null;
        };
        /** @description A project in the trash, and what it still takes. */
        TrashedProject: {
            /** Format: uuid */
            id: string;
            name: string;
            task: components["schemas"]["TaskEnum"];
            /** Format: date-time */
            trashed_at: string;
            num_samples: number;
            num_bytes: number;
            num_models: number;
            num_deployments: number;
            /** Format: date-time */
            purge_started_at: string | null;
            job: components["schemas"]["Job"] | null;
        };
        /**
         * @description A trial; the settings are those that differ from the study's own.
         *
         *     ``parent_number`` is that of the trial whose weights it began with, ``curve`` holds
         *     ``[step, score]`` by rising step, where steps count epochs. ``latency_ms`` is how long one
         *     answer of the exported model takes, once that was measured; ``seconds`` is how long it ran.
         */
        Trial: {
            number: number;
            settings: {
                [key: string]: unknown;
            };
            state: components["schemas"]["TrialState"];
            /** Format: double */
            score: number | null;
            /** Format: double */
            latency_ms: number | null;
            num_steps: number;
            attempts: number;
            /** Format: uuid */
            training_run_id: string | null;
            /** Format: uuid */
            job_id: string | null;
            copied_from: components["schemas"]["TrialSource"] | null;
            parent_number: number | null;
            has_package: boolean;
            /** Format: uuid */
            model_version_id: string | null;
            is_best: boolean;
            error: components["schemas"]["JobError"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
            /** Format: double */
            seconds: number | null;
            revision: number;
        };
        /** @description How many trials are in each state; ``copied`` are those taken over from an earlier study. */
        TrialCounts: {
            queued: number;
            running: number;
            complete: number;
            pruned: number;
            failed: number;
            cancelled: number;
            copied: number;
        };
        /**
         * @description A trial; the settings are those that differ from the study's own.
         *
         *     ``parent_number`` is that of the trial whose weights it began with, ``curve`` holds
         *     ``[step, score]`` by rising step, where steps count epochs. ``latency_ms`` is how long one
         *     answer of the exported model takes, once that was measured; ``seconds`` is how long it ran.
         */
        TrialDetail: components["schemas"]["Trial"] & {
            curve: number[][];
        };
        /** @description The end of a trial: a score, the best one reported if left out, or why it failed. */
        TrialFinishRequest: {
            /** Format: uuid */
            lease: string;
            /** Format: double */
            score?: number;
            error?: string;
        };
        /** @description A sign of life of the script that runs a trial, with a score where it has one. */
        TrialReportRequest: {
            /** Format: uuid */
            lease: string;
            step?: number;
            /** Format: double */
            score?: number;
        };
        /** @description Whether the script should stop the trial now. */
        TrialReported: {
            should_stop: boolean;
        };
        /** @description The trial of an earlier study whose result this one is. */
        TrialSource: {
            /** Format: uuid */
            study_id: string;
            number: number;
        };
        /**
         * @description * `queued` - Queued
         *     * `running` - Running
         *     * `complete` - Complete
         *     * `pruned` - Pruned
         *     * `failed` - Failed
         *     * `cancelled` - Cancelled
         * @enum {string}
         */
        TrialState: "queued" | "running" | "complete" | "pruned" | "failed" | "cancelled";
        /** @description How the training on all data is called. */
        TrialTrainRequest: {
            name?: string;
        };
        /**
         * @description A trial; the settings are those that differ from the study's own.
         *
         *     ``parent_number`` is that of the trial whose weights it began with, ``curve`` holds
         *     ``[step, score]`` by rising step, where steps count epochs. ``latency_ms`` is how long one
         *     answer of the exported model takes, once that was measured; ``seconds`` is how long it ran.
         */
        TrialWithLine: components["schemas"]["TrialDetail"] & {
            line: components["schemas"]["Ancestor"][];
        };
        /** @description What a caller said was right: labels, a number or a text. */
        Truth: {
            labels: string[] | null;
            /** Format: double */
            value: number | null;
            text: string | null;
        };
        /** @description A dataset version that a run trains on. */
        UsedDatasetVersion: {
            /** Format: uuid */
            id: string;
            number: number;
            /** Format: uuid */
            dataset_id: string;
            dataset_name: string;
        };
        /** @description A person. */
        User: {
            /** Format: uuid */
            id: string;
            email: string;
            name: string;
            language: components["schemas"]["Language"];
            /** Format: date-time */
            created_at: string;
        };
        /**
         * @description What may be why a model is useless: ``code`` and ``params`` for the client.
         *
         *     ``next_steps`` are what to do about it: ``check_data``, ``label_more``, ``add_data``,
         *     ``choose_columns``, ``train_longer`` or ``retry`` with other options.
         */
        VerdictReason: {
            code: string;
            params: {
                [key: string]: unknown;
            };
            next_steps: components["schemas"]["NextStepsEnum"][];
        };
        /**
         * @description A cleaning run that samples of a version went through.
         *
         *     It changed ``num_changed`` of them, and left ``num_dropped`` samples out of the dataset.
         */
        VersionCleaning: {
            /** Format: uuid */
            run_id: string;
            name: string;
            steps: {
                [key: string]: unknown;
            }[];
            num_changed: number;
            num_dropped: number;
            /** Format: date-time */
            cleaned_at: string;
        };
        /** @description How many samples are in each split. */
        VersionCounts: {
            train: components["schemas"]["SplitCounts"];
            validation: components["schemas"]["SplitCounts"];
            test: components["schemas"]["SplitCounts"];
        };
        /** @description How many samples differ, by content; ``num_moved`` are in another split. */
        VersionDiff: {
            /** Format: uuid */
            base_id: string;
            /** Format: uuid */
            version_id: string;
            num_added: number;
            num_removed: number;
            num_relabelled: number;
            num_moved: number;
            num_common: number;
            labels: components["schemas"]["LabelDifference"][];
        };
        /** @description A label as it was when the version was frozen. */
        VersionLabel: {
            name: string;
            color: string;
        };
        /** @description Where a version came from, and what was made of it. */
        VersionLineage: {
            version: components["schemas"]["VersionLink"];
            forked_from: components["schemas"]["MergedVersion"] | null;
            merged_from: components["schemas"]["VersionMerge"][];
            runs: components["schemas"]["RunUse"][];
            forks: components["schemas"]["DatasetLink"][];
            merged_into: components["schemas"]["VersionMerge"][];
        };
        /** @description A version, by what it is called. */
        VersionLink: {
            /** Format: uuid */
            id: string;
            number: number;
            /** Format: uuid */
            dataset_id: string;
            dataset_name: string;
        };
        /** @description Samples of a version brought into a dataset, and what became of them. */
        VersionMerge: {
            /** Format: uuid */
            id: string;
            version: components["schemas"]["MergedVersion"];
            dataset: components["schemas"]["DatasetLink"];
            counts: components["schemas"]["MergeCounts"];
            is_fork: boolean;
            job: components["schemas"]["Job"] | null;
            created_by: components["schemas"]["Person"] | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @description What was merged into a dataset, newest first. */
        VersionMerges: {
            results: components["schemas"]["VersionMerge"][];
        };
        /** @description A version by number. */
        VersionRef: {
            /** Format: uuid */
            id: string;
            number: number;
        };
        /**
         * @description * `building` - Building
         *     * `ready` - Ready
         *     * `failed` - Failed
         * @enum {string}
         */
        VersionState: "building" | "ready" | "failed";
        /**
         * @description Why a queued job does not run yet; ``position`` counts from 1 among the same resource.
         *
         *     ``reason`` is ``no_worker``, ``disk_full``, ``backing_off`` (``params.seconds`` are left after
         *     an attempt that failed), ``slots_busy`` or ``queued``.
         */
        Waiting: {
            reason: components["schemas"]["WaitingReasonEnum"];
            position: number;
            params: {
                [key: string]: unknown;
            };
        };
        /** @description How many stored calls of a project are in no dataset yet, and where most of them are. */
        WaitingCalls: {
            /** Format: uuid */
            deployment_id: string;
            num: number;
        };
        /**
         * @description * `slots_busy` - slots_busy
         *     * `no_worker` - no_worker
         *     * `queued` - queued
         *     * `backing_off` - backing_off
         *     * `disk_full` - disk_full
         * @enum {string}
         */
        WaitingReasonEnum: "slots_busy" | "no_worker" | "queued" | "backing_off" | "disk_full";
        /** @description Whether to try again what has failed. */
        WakeRequest: {
            /** @default false */
            again: boolean;
        };
        /** @description An attribute as it shall be; ``before`` is its name until now, absent for a new one. */
        WantedAttributeRequest: {
            name: string;
            kind: components["schemas"]["AttributeKind"];
            values?: string[];
            before?: string | null;
        };
        /**
         * @description * `web` - web
         * @enum {string}
         */
        WebSourceKindEnum: "web";
        /** @description Files at web addresses. */
        WebSourceRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "web";
            addresses: string[];
        };
        /** @description A wheel that the site offers under ``/wheels/``; with its digest pip proves the download. */
        Wheel: {
            file: string;
            version: string;
            size_bytes: number;
            sha256: string;
        };
        /** @description What notebooks can install from this site, ``easel`` first. */
        Wheels: {
            wheels: components["schemas"]["Wheel"][];
        };
        /** @description What the caller has to do now. */
        WorkBatch: {
            items: components["schemas"]["WorkItem"][];
        };
        /**
         * @description One sample for one annotator; the sample says what they said.
         *
         *     ``num_comments`` counts those that nobody has resolved yet.
         */
        WorkItem: {
            /** Format: uuid */
            id: string;
            state: components["schemas"]["WorkItemState"];
            annotator: components["schemas"]["Person"] | null;
            /** Format: date-time */
            hold_until: string | null;
            /** Format: date-time */
            changed_at: string;
            num_comments: number;
            /** Format: double */
            score: number | null;
            sample: components["schemas"]["Sample"];
        };
        /**
         * @description * `claimed` - Claimed
         *     * `released` - Released
         *     * `expired` - Expired
         *     * `submitted` - Submitted
         *     * `reopened` - Reopened
         *     * `skipped` - Skipped
         *     * `handed_in` - Handed In
         *     * `returned` - Returned
         *     * `accepted` - Accepted
         *     * `declined` - Declined
         * @enum {string}
         */
        WorkItemAct: "claimed" | "released" | "expired" | "submitted" | "reopened" | "skipped" | "handed_in" | "returned" | "accepted" | "declined";
        /**
         * @description * `open` - Open
         *     * `held` - Held
         *     * `submitted` - Submitted
         *     * `returned` - Returned
         *     * `accepted` - Accepted
         *     * `declined` - Declined
         *     * `skipped` - Skipped
         * @enum {string}
         */
        WorkItemState: "open" | "held" | "submitted" | "returned" | "accepted" | "declined" | "skipped";
    };
    responses: {
        /** @description Problem */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        archive_id: string;
        area: string;
        assignment: string;
        assignment_id: string;
        attribute: string[];
        author: string;
        batch_id: string;
        channel_id: string;
        cursor: string;
        dataset_id: string;
        deployment_id: string;
        disagreement: string;
        finding: string;
        hours: number;
        import_id: string;
        item_id: string;
        job_id: string;
        label: string[];
        label_id: string;
        labelled: boolean;
        labelled_from: string;
        labelled_until: string;
        member_id: string;
        negative: boolean;
        number: number;
        organisation: string;
        organisation_id: string;
        page_size: number;
        path: string;
        project: string;
        project_id: string;
        range: string[];
        run_id: string;
        sample: string;
        sample_id: string;
        schedule_id: string;
        search: string;
        share_token: string;
        /**
         * @description * `human` - Human
         *     * `import` - Import
         *     * `model` - Model
         */
        source: "human" | "import" | "model";
        /**
         * @description * `train` - train
         *     * `validation` - validation
         *     * `test` - test
         */
        split: "train" | "validation" | "test";
        study_id: string;
        /**
         * @description * `any` - any
         *     * `contradicts` - contradicts
         */
        suggested: "any" | "contradicts";
        tag: string[];
        token: string;
        trashed: boolean;
        unlabelled: boolean;
        version: string;
        version_id: string;
        view_id: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    undo_acceptance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                acceptance_id: string;
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NumUndone"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_alerts: {
        parameters: {
            query: {
                cursor?: components["parameters"]["cursor"];
                deployment?: string;
                organisation: components["parameters"]["organisation"];
                page_size?: components["parameters"]["page_size"];
                project?: string;
                /**
                 * @description * `firing` - firing
                 *     * `acknowledged` - acknowledged
                 *     * `resolved` - resolved
                 */
                state?: "firing" | "acknowledged" | "resolved";
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedAlertList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    acknowledge_alert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alert_id: string;
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    count_alerts: {
        parameters: {
            query: {
                organisation: components["parameters"]["organisation"];
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertCount"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_api_keys: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedApiKeyList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_api_key: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiKeyRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    revoke_api_key: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    list_applications: {
        parameters: {
            query: {
                cursor?: components["parameters"]["cursor"];
                organisation: components["parameters"]["organisation"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedApplicationList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_application: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplicationCreateRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApplication"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    revoke_application: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                application_id: string;
            };
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revocation"];
                };
            };
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    get_archive: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                archive_id: components["parameters"]["archive_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Archive"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    upload_archive_chunk: {
        parameters: {
            query: {
                offset: number;
            };
            header?: never;
            path: {
                archive_id: components["parameters"]["archive_id"];
            };
        };
        requestBody?: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Archive"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    import_archive: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                archive_id: components["parameters"]["archive_id"];
            };
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Archive"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_assignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                assignment_id: components["parameters"]["assignment_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignmentDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_assignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                assignment_id: components["parameters"]["assignment_id"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    update_assignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                assignment_id: components["parameters"]["assignment_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedAssignmentChangeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignmentDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    download_assignment_annotators: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                assignment_id: components["parameters"]["assignment_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    extend_assignment_holds: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                assignment_id: components["parameters"]["assignment_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldItems"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_assignment_items: {
        parameters: {
            query?: {
                annotator?: string;
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
                /**
                 * @description * `open` - Open
                 *     * `held` - Held
                 *     * `submitted` - Submitted
                 *     * `returned` - Returned
                 *     * `accepted` - Accepted
                 *     * `declined` - Declined
                 *     * `skipped` - Skipped
                 */
                state?: "open" | "held" | "submitted" | "returned" | "accepted" | "declined" | "skipped";
            };
            header?: never;
            path: {
                assignment_id: components["parameters"]["assignment_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedWorkItemList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_assignment_items: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                assignment_id: components["parameters"]["assignment_id"];
            };
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignmentDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_own_items: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                assignment_id: components["parameters"]["assignment_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkBatch"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    claim_own_items: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                assignment_id: components["parameters"]["assignment_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkBatch"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    release_own_items: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                assignment_id: components["parameters"]["assignment_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Released"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_assignment_statistics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                assignment_id: components["parameters"]["assignment_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignmentStatistics"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_augmentation_preview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AugmentationPreviewCreateRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_augmentation_preview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                job_id: components["parameters"]["job_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AugmentationPreview"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_augmentation_preview_image: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                job_id: components["parameters"]["job_id"];
                name: string;
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "application/octet-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_batch_predictions: {
        parameters: {
            query: {
                cursor?: components["parameters"]["cursor"];
                model_version?: string;
                page_size?: components["parameters"]["page_size"];
                project: components["parameters"]["project"];
                schedule?: string;
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedBatchPredictionList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_batch_prediction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBatchPredictionRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchPrediction"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_batch_prediction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                batch_id: components["parameters"]["batch_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchPrediction"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_batch_prediction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                batch_id: components["parameters"]["batch_id"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    add_batch_prediction_files: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                batch_id: components["parameters"]["batch_id"];
            };
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["PredictionFilesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchPrediction"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    download_predictions: {
        parameters: {
            query: {
                /**
                 * @description * `jsonl` - jsonl
                 *     * `csv` - csv
                 *     * `parquet` - parquet
                 */
                form: "jsonl" | "csv" | "parquet";
            };
            header?: never;
            path: {
                batch_id: components["parameters"]["batch_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    start_batch_prediction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                batch_id: components["parameters"]["batch_id"];
            };
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchPrediction"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_catalog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Catalog"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_channels: {
        parameters: {
            query: {
                cursor?: components["parameters"]["cursor"];
                organisation: components["parameters"]["organisation"];
                page_size?: components["parameters"]["page_size"];
                project?: string;
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedChannelList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_channel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelCreateRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedChannel"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_channel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel_id: components["parameters"]["channel_id"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    update_channel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel_id: components["parameters"]["channel_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedChannelUpdateRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedChannel"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_deliveries: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                channel_id: components["parameters"]["channel_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedDeliveryList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    rotate_channel_secret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel_id: components["parameters"]["channel_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelSecret"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    test_channel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel_id: components["parameters"]["channel_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelAnswer"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_cleaning_preview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                job_id: components["parameters"]["job_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CleaningPreview"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_cleaning_preview_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                job_id: components["parameters"]["job_id"];
                sample_id: components["parameters"]["sample_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_cleaning_recipe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                recipe_id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    get_cleaning_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                cleaning_run_id: string;
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CleaningRun"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    undo_cleaning_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                cleaning_run_id: string;
            };
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CleaningRun"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_cleaning_steps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CleaningSteps"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_dataset_versions: {
        parameters: {
            query: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
                project: components["parameters"]["project"];
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedDatasetVersionList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_dataset_version: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                version_id: components["parameters"]["version_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetVersion"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    update_dataset_version: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                version_id: components["parameters"]["version_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedVersionNoteRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetVersion"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_datumaro_export: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                version_id: components["parameters"]["version_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDatumaroExportRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatumaroExport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_dataset_version_diff: {
        parameters: {
            query: {
                base: string;
            };
            header?: never;
            path: {
                version_id: components["parameters"]["version_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionDiff"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_dataset_version_diff_samples: {
        parameters: {
            query: {
                base: string;
                cursor?: components["parameters"]["cursor"];
                /**
                 * @description * `added` - added
                 *     * `removed` - removed
                 *     * `relabelled` - relabelled
                 *     * `moved` - moved
                 */
                kind: "added" | "removed" | "relabelled" | "moved";
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                version_id: components["parameters"]["version_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedDifferentSampleList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    export_dataset_version: {
        parameters: {
            query: {
                /**
                 * @description * `image_folder` - image_folder
                 *     * `csv_labels` - csv_labels
                 *     * `loose_files` - loose_files
                 *     * `voc` - voc
                 *     * `coco` - coco
                 *     * `yolo` - yolo
                 *     * `labelme` - labelme
                 *     * `label_studio` - label_studio
                 *     * `mask_png` - mask_png
                 *     * `mask_color` - mask_color
                 *     * `text_table` - text_table
                 *     * `tsv` - tsv
                 *     * `xlsx` - xlsx
                 *     * `parquet` - parquet
                 *     * `conll` - conll
                 *     * `json_lines` - json_lines
                 *     * `text_pairs` - text_pairs
                 *     * `audio_folder` - audio_folder
                 *     * `transcripts` - transcripts
                 *     * `video_folder` - video_folder
                 *     * `mot` - mot
                 *     * `cvat` - cvat
                 *     * `text_lines` - text_lines
                 *     * `captions` - captions
                 *     * `table` - table
                 */
                format: "image_folder" | "csv_labels" | "loose_files" | "voc" | "coco" | "yolo" | "labelme" | "label_studio" | "mask_png" | "mask_color" | "text_table" | "tsv" | "xlsx" | "parquet" | "conll" | "json_lines" | "text_pairs" | "audio_folder" | "transcripts" | "video_folder" | "mot" | "cvat" | "text_lines" | "captions" | "table";
            };
            header?: never;
            path: {
                version_id: components["parameters"]["version_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                    "application/octet-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_dataset_version_export_losses: {
        parameters: {
            query: {
                /**
                 * @description * `image_folder` - image_folder
                 *     * `csv_labels` - csv_labels
                 *     * `loose_files` - loose_files
                 *     * `voc` - voc
                 *     * `coco` - coco
                 *     * `yolo` - yolo
                 *     * `labelme` - labelme
                 *     * `label_studio` - label_studio
                 *     * `mask_png` - mask_png
                 *     * `mask_color` - mask_color
                 *     * `text_table` - text_table
                 *     * `tsv` - tsv
                 *     * `xlsx` - xlsx
                 *     * `parquet` - parquet
                 *     * `conll` - conll
                 *     * `json_lines` - json_lines
                 *     * `text_pairs` - text_pairs
                 *     * `audio_folder` - audio_folder
                 *     * `transcripts` - transcripts
                 *     * `video_folder` - video_folder
                 *     * `mot` - mot
                 *     * `cvat` - cvat
                 *     * `text_lines` - text_lines
                 *     * `captions` - captions
                 *     * `table` - table
                 */
                format: "image_folder" | "csv_labels" | "loose_files" | "voc" | "coco" | "yolo" | "labelme" | "label_studio" | "mask_png" | "mask_color" | "text_table" | "tsv" | "xlsx" | "parquet" | "conll" | "json_lines" | "text_pairs" | "audio_folder" | "transcripts" | "video_folder" | "mot" | "cvat" | "text_lines" | "captions" | "table";
            };
            header?: never;
            path: {
                version_id: components["parameters"]["version_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportLosses"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    fork_dataset_version: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                version_id: components["parameters"]["version_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForkRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionMerge"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_dataset_version_lineage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                version_id: components["parameters"]["version_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionLineage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_dataset_version_table: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                version_id: components["parameters"]["version_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_datasets: {
        parameters: {
            query: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
                project: components["parameters"]["project"];
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedDatasetList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_dataset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDatasetRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_dataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_dataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    update_dataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedDatasetChangeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_annotation_history: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedAnnotationHistoryList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_assignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAssignmentRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignmentDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    set_attributes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttributesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttributeSet"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    preview_attribute_losses: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttributesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttributeLosses"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_cleaning_preview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCleaningPreviewRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_cleaning_runs: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedCleaningRunList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_cleaning_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCleaningRunRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CleaningRun"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    preview_column: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ColumnPreviewRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnPreview"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    update_columns: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedGivenColumnsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_datumaro_formats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatumaroFormats"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_import_places: {
        parameters: {
            query?: {
                folder?: number;
                path?: components["parameters"]["path"];
            };
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourcePlaces"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_import_place_beginning: {
        parameters: {
            query: {
                folder: number;
                name: string;
                path?: components["parameters"]["path"];
            };
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    preview_import_place: {
        parameters: {
            query: {
                folder: number;
                path?: components["parameters"]["path"];
            };
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderPreview"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_import: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewImportRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    detect_import_format: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["DetectionRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormatGuesses"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_inspections: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedInspectionList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_inspection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewInspectionRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Inspection"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    set_labels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabelBatchRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelBatchResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    set_labels_of_selection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabelSelectionRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Changed"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_labels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelSet"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_label: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewLabelRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Label"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_label: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
                label_id: components["parameters"]["label_id"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    update_label: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
                label_id: components["parameters"]["label_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedLabelChangeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Label"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_label_consequences: {
        parameters: {
            query?: {
                merge_into?: string;
            };
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
                label_id: components["parameters"]["label_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelConsequences"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    merge_label: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
                label_id: components["parameters"]["label_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabelMergeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Label"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_maps: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedEmbeddingMapList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_map: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmbeddingMap"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    preview_merge: {
        parameters: {
            query: {
                version: string;
            };
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MergePreview"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_merges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionMerges"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_merge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMergeRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionMerge"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_named_splits: {
        parameters: {
            query?: {
                area?: components["parameters"]["area"];
                assignment?: components["parameters"]["assignment"];
                attribute?: components["parameters"]["attribute"];
                author?: components["parameters"]["author"];
                disagreement?: components["parameters"]["disagreement"];
                finding?: components["parameters"]["finding"];
                label?: components["parameters"]["label"];
                labelled?: components["parameters"]["labelled"];
                labelled_from?: components["parameters"]["labelled_from"];
                labelled_until?: components["parameters"]["labelled_until"];
                negative?: components["parameters"]["negative"];
                range?: components["parameters"]["range"];
                search?: components["parameters"]["search"];
                /**
                 * @description * `human` - Human
                 *     * `import` - Import
                 *     * `model` - Model
                 */
                source?: components["parameters"]["source"];
                /**
                 * @description * `train` - train
                 *     * `validation` - validation
                 *     * `test` - test
                 */
                split?: components["parameters"]["split"];
                /**
                 * @description * `any` - any
                 *     * `contradicts` - contradicts
                 */
                suggested?: components["parameters"]["suggested"];
                tag?: components["parameters"]["tag"];
                trashed?: components["parameters"]["trashed"];
                unlabelled?: components["parameters"]["unlabelled"];
                version?: components["parameters"]["version"];
            };
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedSplits"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_next_unlabelled: {
        parameters: {
            query?: {
                after?: string;
            };
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NextUnlabelled"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    purge_dataset_trash: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    restore_samples: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SelectionRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Restored"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_samples: {
        parameters: {
            query?: {
                area?: components["parameters"]["area"];
                assignment?: components["parameters"]["assignment"];
                at?: number;
                attribute?: components["parameters"]["attribute"];
                author?: components["parameters"]["author"];
                cursor?: components["parameters"]["cursor"];
                disagreement?: components["parameters"]["disagreement"];
                finding?: components["parameters"]["finding"];
                label?: components["parameters"]["label"];
                labelled?: components["parameters"]["labelled"];
                labelled_from?: components["parameters"]["labelled_from"];
                labelled_until?: components["parameters"]["labelled_until"];
                negative?: components["parameters"]["negative"];
                /**
                 * @description * `created_at` - created_at
                 *     * `-created_at` - -created_at
                 *     * `name` - name
                 *     * `-name` - -name
                 *     * `bytes` - bytes
                 *     * `-bytes` - -bytes
                 *     * `labelled_at` - labelled_at
                 *     * `-labelled_at` - -labelled_at
                 *     * `priority` - priority
                 *     * `-priority` - -priority
                 *     * `disagreement` - disagreement
                 *     * `-disagreement` - -disagreement
                 */
                ordering?: "created_at" | "-created_at" | "name" | "-name" | "bytes" | "-bytes" | "labelled_at" | "-labelled_at" | "priority" | "-priority" | "disagreement" | "-disagreement";
                page_size?: components["parameters"]["page_size"];
                range?: components["parameters"]["range"];
                search?: components["parameters"]["search"];
                /**
                 * @description * `human` - Human
                 *     * `import` - Import
                 *     * `model` - Model
                 */
                source?: components["parameters"]["source"];
                /**
                 * @description * `train` - train
                 *     * `validation` - validation
                 *     * `test` - test
                 */
                split?: components["parameters"]["split"];
                start?: string;
                /**
                 * @description * `any` - any
                 *     * `contradicts` - contradicts
                 */
                suggested?: components["parameters"]["suggested"];
                tag?: components["parameters"]["tag"];
                trashed?: components["parameters"]["trashed"];
                unlabelled?: components["parameters"]["unlabelled"];
                version?: components["parameters"]["version"];
            };
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedSampleList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    count_samples: {
        parameters: {
            query?: {
                area?: components["parameters"]["area"];
                assignment?: components["parameters"]["assignment"];
                attribute?: components["parameters"]["attribute"];
                author?: components["parameters"]["author"];
                disagreement?: components["parameters"]["disagreement"];
                finding?: components["parameters"]["finding"];
                label?: components["parameters"]["label"];
                labelled?: components["parameters"]["labelled"];
                labelled_from?: components["parameters"]["labelled_from"];
                labelled_until?: components["parameters"]["labelled_until"];
                negative?: components["parameters"]["negative"];
                range?: components["parameters"]["range"];
                search?: components["parameters"]["search"];
                /**
                 * @description * `human` - Human
                 *     * `import` - Import
                 *     * `model` - Model
                 */
                source?: components["parameters"]["source"];
                /**
                 * @description * `train` - train
                 *     * `validation` - validation
                 *     * `test` - test
                 */
                split?: components["parameters"]["split"];
                /**
                 * @description * `any` - any
                 *     * `contradicts` - contradicts
                 */
                suggested?: components["parameters"]["suggested"];
                tag?: components["parameters"]["tag"];
                trashed?: components["parameters"]["trashed"];
                unlabelled?: components["parameters"]["unlabelled"];
                version?: components["parameters"]["version"];
            };
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Count"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_dataset_statistics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statistics"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_suggested_samples: {
        parameters: {
            query: {
                cursor?: components["parameters"]["cursor"];
                label: string;
                page_size?: components["parameters"]["page_size"];
                threshold?: number;
            };
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedSuggestedSampleList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_suggestions: {
        parameters: {
            query?: {
                threshold?: number;
            };
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuggestionOverview"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_suggestions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewSuggestionRunRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuggestionRun"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    accept_suggestions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAcceptanceRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acceptance"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    reject_suggestions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectionRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NumRejected"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_table: {
        parameters: {
            query?: {
                sample?: components["parameters"]["sample"];
            };
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    preview_table: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["TablePreviewRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TablePreview"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    update_table_reading: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SampleReadingRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    preview_table_reading: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SampleReadingRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TablePreview"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    prepare_table: {
        parameters: {
            query?: {
                sample?: components["parameters"]["sample"];
            };
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_table_rows: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                sample?: components["parameters"]["sample"];
            };
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rows"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_table_statistics: {
        parameters: {
            query?: {
                sample?: components["parameters"]["sample"];
            };
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableStatistics"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_tags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tags"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    add_or_remove_tag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaggingRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Changed"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_tag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
                tag_id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    update_tag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
                tag_id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedTagChangeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_trash: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trash"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    move_samples_to_trash: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SelectionRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trashed"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_versions_of_dataset: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedDatasetVersionList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_dataset_version: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewVersionRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetVersion"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_saved_views: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViews"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_saved_view: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataset_id: components["parameters"]["dataset_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSavedViewRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_datumaro_export: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                export_id: string;
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatumaroExport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    download_datumaro_export: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                export_id: string;
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                    "application/octet-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_deployments: {
        parameters: {
            query: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
                project: components["parameters"]["project"];
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedDeploymentList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_deployment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeploymentCreateRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deployment"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_deployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deployment"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_deployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    update_deployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedDeploymentUpdateRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deployment"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_deployment_access: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccessCreateRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAccess"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_alert_rules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRules"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    set_alert_rule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                condition: string;
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AlertRuleUpdateRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRules"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    silence_alerts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertSilenceRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRules"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    compare_deployment_revisions: {
        parameters: {
            query: {
                hours?: components["parameters"]["hours"];
                other: number;
                revision: number;
            };
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionComparison"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_deployment_drift: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentDrift"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_drift_settings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriftSettings"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    update_drift_settings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedDriftSettingsUpdateRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriftSettings"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_drift_windows: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
                revision?: number;
            };
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedDriftWindowList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_deployment_keys: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedEndpointKeyList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_deployment_key: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointKeyCreateRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedEndpointKey"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    revoke_deployment_key: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
                key_id: string;
            };
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revocation"];
                };
            };
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    get_deployment_load: {
        parameters: {
            query?: {
                hours?: components["parameters"]["hours"];
            };
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentLoad"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_load_tests: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedLoadTestList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_load_test: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LoadTestCreateRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoadTest"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_load_test: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
                load_test_id: string;
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoadTest"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    cancel_load_test: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
                load_test_id: string;
            };
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoadTest"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_deployment_revisions: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedDeploymentRevisionList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_deployment_revision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevisionCreateRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentRevision"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    roll_back_deployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deployment"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_share_links: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedShareLinkList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_share_link: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShareLinkCreateRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareLink"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    revoke_share_link: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
                share_link_id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    update_share_link: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
                share_link_id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedShareLinkUpdateRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareLink"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    start_deployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deployment"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_deployment_statistics: {
        parameters: {
            query?: {
                hours?: components["parameters"]["hours"];
            };
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallStatistics"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    stop_deployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deployment"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_stored_calls: {
        parameters: {
            query?: {
                below_score?: number;
                cursor?: components["parameters"]["cursor"];
                label?: string;
                /**
                 * @description * `-called_at` - -called_at
                 *     * `top_score` - top_score
                 */
                ordering?: "-called_at" | "top_score";
                page_size?: components["parameters"]["page_size"];
                /**
                 * @description * `random` - Random
                 *     * `low_confidence` - Low Confidence
                 *     * `disagreement` - Disagreement
                 *     * `requested` - Requested
                 *     * `drift` - Drift
                 */
                reason?: "random" | "low_confidence" | "disagreement" | "requested" | "drift";
                revision?: number;
                /**
                 * @description * `waiting` - waiting
                 *     * `added` - added
                 *     * `answered` - answered
                 */
                state?: "waiting" | "added" | "answered";
            };
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedStoredCallList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_stored_calls: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallsToDeleteRequest"];
            };
        };
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    add_stored_calls: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallsToAddRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedCalls"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_stored_calls_summary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredCallsSummary"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_deployment_tokens: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedAccessTokenList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_deployment_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AccessTokenCreateRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAccessToken"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    revoke_deployment_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
                token_id: string;
            };
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revocation"];
                };
            };
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    set_deployment_traffic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deployment_id: components["parameters"]["deployment_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrafficRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deployment"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_drift_window: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                window_id: string;
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriftWindowReport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_evaluations: {
        parameters: {
            query: {
                cursor?: components["parameters"]["cursor"];
                model_version?: string;
                page_size?: components["parameters"]["page_size"];
                project: components["parameters"]["project"];
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedEvaluationList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_evaluation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEvaluationRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_evaluation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                evaluation_id: string;
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_evaluation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                evaluation_id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    create_fix: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                finding_id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewFixRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fix"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_finding_samples: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                finding_id: string;
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedFoundSampleList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    undo_fix: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                fix_id: string;
            };
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fix"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_home: {
        parameters: {
            query: {
                organisation: components["parameters"]["organisation"];
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Home"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_import: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                import_id: components["parameters"]["import_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_archive: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                import_id: components["parameters"]["import_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewArchiveRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Archive"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    close_import: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                import_id: components["parameters"]["import_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    upload_import_files: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                import_id: components["parameters"]["import_id"];
            };
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ImportFilesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileOutcomes"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    check_known_files: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                import_id: components["parameters"]["import_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HashesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnownHashes"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_import_problems: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                import_id: components["parameters"]["import_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedImportProblemList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_references: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                import_id: components["parameters"]["import_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FileReferencesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReferenceOutcomes"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_sources: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                import_id: components["parameters"]["import_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSourceRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Archive"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_inspection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                inspection_id: string;
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InspectionDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_invitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: components["parameters"]["token"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationOffer"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    accept_invitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: components["parameters"]["token"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Membership"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_jobs: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                /**
                 * @description * `train` - train
                 *     * `import_archive` - import_archive
                 *     * `freeze_version` - freeze_version
                 *     * `purge_trash` - purge_trash
                 *     * `purge_project` - purge_project
                 *     * `change_samples` - change_samples
                 *     * `merge_version` - merge_version
                 *     * `augmentation_preview` - augmentation_preview
                 *     * `build_sdk` - build_sdk
                 *     * `sample_project` - sample_project
                 *     * `inspect_dataset` - inspect_dataset
                 *     * `fix_finding` - fix_finding
                 *     * `undo_fix` - undo_fix
                 *     * `suggest` - suggest
                 *     * `accept_suggestions` - accept_suggestions
                 *     * `draw_wave` - draw_wave
                 *     * `copy_film` - copy_film
                 *     * `read_table` - read_table
                 *     * `clean_dataset` - clean_dataset
                 *     * `apply_cleaning` - apply_cleaning
                 *     * `undo_cleaning` - undo_cleaning
                 *     * `preview_cleaning` - preview_cleaning
                 *     * `draw_map` - draw_map
                 *     * `make_assignment` - make_assignment
                 *     * `export_version` - export_version
                 *     * `package_segmenter` - package_segmenter
                 *     * `package_built_in` - package_built_in
                 *     * `run_trial` - run_trial
                 *     * `propose_trials` - propose_trials
                 *     * `batch_prediction` - batch_prediction
                 *     * `load_test` - load_test
                 *     * `evaluate_models` - evaluate_models
                 */
                kind?: "train" | "import_archive" | "freeze_version" | "purge_trash" | "purge_project" | "change_samples" | "merge_version" | "augmentation_preview" | "build_sdk" | "sample_project" | "inspect_dataset" | "fix_finding" | "undo_fix" | "suggest" | "accept_suggestions" | "draw_wave" | "copy_film" | "read_table" | "clean_dataset" | "apply_cleaning" | "undo_cleaning" | "preview_cleaning" | "draw_map" | "make_assignment" | "export_version" | "package_segmenter" | "package_built_in" | "run_trial" | "propose_trials" | "batch_prediction" | "load_test" | "evaluate_models";
                organisation?: string;
                page_size?: components["parameters"]["page_size"];
                project?: string;
                /**
                 * @description * `queued` - Queued
                 *     * `running` - Running
                 *     * `succeeded` - Succeeded
                 *     * `failed` - Failed
                 *     * `cancelled` - Cancelled
                 */
                state?: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedJobList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_job: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                job_id: components["parameters"]["job_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    cancel_job: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                job_id: components["parameters"]["job_id"];
            };
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_job_events: {
        parameters: {
            query?: {
                after?: number;
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                job_id: components["parameters"]["job_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedJobEventList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_job_log: {
        parameters: {
            query?: {
                most?: number;
            };
            header?: never;
            path: {
                job_id: components["parameters"]["job_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobLog"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    stream_job: {
        parameters: {
            query?: {
                after?: number;
            };
            header?: {
                "Last-Event-ID"?: string;
            };
            path: {
                job_id: components["parameters"]["job_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_map_area: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                map_id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMapAreaRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MapArea"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_map_points: {
        parameters: {
            query?: {
                area?: components["parameters"]["area"];
                assignment?: components["parameters"]["assignment"];
                attribute?: components["parameters"]["attribute"];
                author?: components["parameters"]["author"];
                disagreement?: components["parameters"]["disagreement"];
                finding?: components["parameters"]["finding"];
                label?: components["parameters"]["label"];
                labelled?: components["parameters"]["labelled"];
                labelled_from?: components["parameters"]["labelled_from"];
                labelled_until?: components["parameters"]["labelled_until"];
                negative?: components["parameters"]["negative"];
                range?: components["parameters"]["range"];
                search?: components["parameters"]["search"];
                /**
                 * @description * `human` - Human
                 *     * `import` - Import
                 *     * `model` - Model
                 */
                source?: components["parameters"]["source"];
                /**
                 * @description * `train` - train
                 *     * `validation` - validation
                 *     * `test` - test
                 */
                split?: components["parameters"]["split"];
                /**
                 * @description * `any` - any
                 *     * `contradicts` - contradicts
                 */
                suggested?: components["parameters"]["suggested"];
                tag?: components["parameters"]["tag"];
                trashed?: components["parameters"]["trashed"];
                unlabelled?: components["parameters"]["unlabelled"];
                version?: components["parameters"]["version"];
            };
            header?: never;
            path: {
                map_id: string;
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MapPoints"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_model_versions: {
        parameters: {
            query: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
                project: components["parameters"]["project"];
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedModelVersionList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_model_version: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                version_id: components["parameters"]["version_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelVersionDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_model_version: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                version_id: components["parameters"]["version_id"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    get_model_version_heatmap: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
                version_id: components["parameters"]["version_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "application/octet-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    download_model_version_package: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                version_id: components["parameters"]["version_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                    "application/octet-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    predict_with_model_version: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                version_id: components["parameters"]["version_id"];
            };
        };
        requestBody?: {
            content: {
                "multipart/form-data": components["schemas"]["PredictRequest"];
                "application/json": components["schemas"]["PredictRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prediction"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_model_version_report: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                version_id: components["parameters"]["version_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    download_model_version_sdk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                version_id: components["parameters"]["version_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                    "application/octet-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    build_model_version_sdk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                version_id: components["parameters"]["version_id"];
            };
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_organisation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganisationNameRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organisation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_organisation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organisation_id: components["parameters"]["organisation_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organisation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    update_organisation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organisation_id: components["parameters"]["organisation_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedOrganisationNameRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organisation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_audit_entries: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                organisation_id: components["parameters"]["organisation_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedAuditEntryList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_invitations: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                organisation_id: components["parameters"]["organisation_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedInvitationList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_invitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organisation_id: components["parameters"]["organisation_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInvitationRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedInvitation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_invitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitation_id: string;
                organisation_id: components["parameters"]["organisation_id"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    list_members: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                organisation_id: components["parameters"]["organisation_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedMembershipList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_member: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                member_id: components["parameters"]["member_id"];
                organisation_id: components["parameters"]["organisation_id"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    update_member: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                member_id: components["parameters"]["member_id"];
                organisation_id: components["parameters"]["organisation_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedRoleChangeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Membership"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_password_link: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                member_id: components["parameters"]["member_id"];
                organisation_id: components["parameters"]["organisation_id"];
            };
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordLink"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_trashed_projects: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                organisation_id: components["parameters"]["organisation_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedTrashedProjectList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_own_work: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnWorkList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_password_reset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordLinkRequestRequest"];
            };
        };
        responses: {
            /** @description No response body */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    get_password_reset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: components["parameters"]["token"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordReset"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    set_password: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: components["parameters"]["token"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPasswordRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_projects: {
        parameters: {
            query: {
                cursor?: components["parameters"]["cursor"];
                organisation: components["parameters"]["organisation"];
                page_size?: components["parameters"]["page_size"];
                search?: components["parameters"]["search"];
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedProjectCardList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_project: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProjectRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_project: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: components["parameters"]["project_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_project: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: components["parameters"]["project_id"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    update_project: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: components["parameters"]["project_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedProjectChangeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_assignments: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                project_id: components["parameters"]["project_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedAssignmentList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    add_built_in_model: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: components["parameters"]["project_id"];
            };
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_cleaning_recipes: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                project_id: components["parameters"]["project_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedCleaningRecipeList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_cleaning_recipe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: components["parameters"]["project_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCleaningRecipeRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CleaningRecipe"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_project_overview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: components["parameters"]["project_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    preview_project_purge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: components["parameters"]["project_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurgePreview"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    purge_project: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: components["parameters"]["project_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PurgeRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    restore_project: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: components["parameters"]["project_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_sample_project: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSampleProjectRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_sample: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sample_id: components["parameters"]["sample_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SampleDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    set_annotations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sample_id: components["parameters"]["sample_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SampleAnnotationsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnotatedSample"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_annotations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sample_id: components["parameters"]["sample_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevisionGuardRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnotatedSample"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_sample_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sample_id: components["parameters"]["sample_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                    "application/octet-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_frame_times: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sample_id: components["parameters"]["sample_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FrameTimes"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_sample_image: {
        parameters: {
            query?: {
                /**
                 * @description * `160` - 160
                 *     * `320` - 320
                 *     * `640` - 640
                 */
                size?: 160 | 320 | 640;
            };
            header?: never;
            path: {
                sample_id: components["parameters"]["sample_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                    "application/octet-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    set_sample_label: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sample_id: components["parameters"]["sample_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SampleLabelsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sample"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_sample_label: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sample_id: components["parameters"]["sample_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevisionGuardRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sample"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    start_segmenter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sample_id: components["parameters"]["sample_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WakeRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmenterStatus"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_segments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sample_id: components["parameters"]["sample_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SegmentPromptRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segmentation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_spectrogram: {
        parameters: {
            query: {
                columns?: number;
                end_ms: number;
                start_ms: number;
            };
            header?: never;
            path: {
                sample_id: components["parameters"]["sample_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "application/octet-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_sample_suggestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sample_id: components["parameters"]["sample_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SampleSuggestion"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_sample_trail: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path: {
                sample_id: components["parameters"]["sample_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedTrailList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    undo_annotation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sample_id: components["parameters"]["sample_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevisionGuardRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnotatedSample"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_sample_video: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sample_id: components["parameters"]["sample_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "video/webm": string;
                    "application/octet-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    prepare_sample_video: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sample_id: components["parameters"]["sample_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_waveform: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sample_id: components["parameters"]["sample_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    prepare_waveform: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sample_id: components["parameters"]["sample_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_saved_view: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                view_id: components["parameters"]["view_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_saved_view: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                view_id: components["parameters"]["view_id"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    update_saved_view: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                view_id: components["parameters"]["view_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedSavedViewChangeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_schedule_times: {
        parameters: {
            query: {
                cron: string;
                time_zone: string;
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Times"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_schedules: {
        parameters: {
            query: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
                project: components["parameters"]["project"];
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedScheduleList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_schedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewScheduleRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_schedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                schedule_id: components["parameters"]["schedule_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_schedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                schedule_id: components["parameters"]["schedule_id"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    update_schedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                schedule_id: components["parameters"]["schedule_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedScheduleChangeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_search_results: {
        parameters: {
            query: {
                organisation: components["parameters"]["organisation"];
                text: string;
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResults"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_segmenter: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmenterStatus"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_session: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    sign_in: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    sign_out: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    list_sessions: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedSignedInList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_other_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    delete_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    get_shared_endpoint: {
        parameters: {
            query?: never;
            header?: {
                "Easel-Share-Pass"?: string;
            };
            path: {
                share_token: components["parameters"]["share_token"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedEndpoint"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    predict_with_share_link: {
        parameters: {
            query?: never;
            header?: {
                "Easel-Share-Pass"?: string;
            };
            path: {
                share_token: components["parameters"]["share_token"];
            };
        };
        requestBody?: {
            content: {
                "multipart/form-data": components["schemas"]["PredictionPartsRequest"];
                "application/json": components["schemas"]["PredictionPartsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prediction"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    unlock_share_link: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                share_token: components["parameters"]["share_token"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShareLinkUnlockRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharePass"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_stored_call_file: {
        parameters: {
            query?: {
                /**
                 * @description * `160` - 160
                 *     * `320` - 320
                 *     * `640` - 640
                 */
                size?: 160 | 320 | 640;
            };
            header?: never;
            path: {
                call_id: string;
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                    "application/octet-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_studies: {
        parameters: {
            query: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
                project: components["parameters"]["project"];
                /**
                 * @description * `running` - Running
                 *     * `finished` - Finished
                 *     * `stopped` - Stopped
                 *     * `failed` - Failed
                 */
                state?: "running" | "finished" | "stopped" | "failed";
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedStudyList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_study: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudyCreateRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudyDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_study: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                study_id: components["parameters"]["study_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudyDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    update_study: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                study_id: components["parameters"]["study_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedStudyUpdateRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudyDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    ask_trial: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                study_id: components["parameters"]["study_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AskedTrial"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    extend_study: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                study_id: components["parameters"]["study_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StudyExtendRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudyDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    fork_study: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                study_id: components["parameters"]["study_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StudyForkRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudyDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    stop_study: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                study_id: components["parameters"]["study_id"];
            };
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudyDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    stream_study: {
        parameters: {
            query?: never;
            header?: {
                "Last-Event-ID"?: string;
            };
            path: {
                study_id: components["parameters"]["study_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_trials: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                /**
                 * @description * `number` - number
                 *     * `-number` - -number
                 *     * `score` - score
                 *     * `-score` - -score
                 */
                order?: "number" | "-number" | "score" | "-score";
                page_size?: components["parameters"]["page_size"];
                /**
                 * @description * `queued` - Queued
                 *     * `running` - Running
                 *     * `complete` - Complete
                 *     * `pruned` - Pruned
                 *     * `failed` - Failed
                 *     * `cancelled` - Cancelled
                 */
                state?: "queued" | "running" | "complete" | "pruned" | "failed" | "cancelled";
            };
            header?: never;
            path: {
                study_id: components["parameters"]["study_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedTrialList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_trial: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: components["parameters"]["number"];
                study_id: components["parameters"]["study_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrialWithLine"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    finish_trial: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: components["parameters"]["number"];
                study_id: components["parameters"]["study_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrialFinishRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrialDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_trial_model_version: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: components["parameters"]["number"];
                study_id: components["parameters"]["study_id"];
            };
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudyModelVersion"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    report_trial: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: components["parameters"]["number"];
                study_id: components["parameters"]["study_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrialReportRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrialReported"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    train_trial: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: components["parameters"]["number"];
                study_id: components["parameters"]["study_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TrialTrainRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingRun"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_scripted_study: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScriptedStudyCreateRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudyDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_searchable_space: {
        parameters: {
            query: {
                backbone?: string[];
                project: components["parameters"]["project"];
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchableSpace"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    list_training_runs: {
        parameters: {
            query: {
                cursor?: components["parameters"]["cursor"];
                page_size?: components["parameters"]["page_size"];
                project: components["parameters"]["project"];
                /**
                 * @description * `queued` - queued
                 *     * `running` - running
                 *     * `succeeded` - succeeded
                 *     * `failed` - failed
                 *     * `cancelled` - cancelled
                 */
                state?: "queued" | "running" | "succeeded" | "failed" | "cancelled";
                study?: string;
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedTrainingRunList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_training_run: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrainingRunCreateRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingRun"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_training_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: components["parameters"]["run_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingRun"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    update_training_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: components["parameters"]["run_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedTrainingRunUpdateRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingRun"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_training_run_log: {
        parameters: {
            query?: {
                tail?: number;
            };
            header?: never;
            path: {
                run_id: components["parameters"]["run_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingLog"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    download_training_run_log: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: components["parameters"]["run_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "application/octet-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_training_run_metrics: {
        parameters: {
            query?: {
                max_points?: number;
            };
            header?: never;
            path: {
                run_id: components["parameters"]["run_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingMetrics"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    rerun_training_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: components["parameters"]["run_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TrainingRunRerunRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingRun"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_training_run_resources: {
        parameters: {
            query?: {
                max_points?: number;
            };
            header?: never;
            path: {
                run_id: components["parameters"]["run_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingResources"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    resume_training_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: components["parameters"]["run_id"];
            };
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingRun"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    stop_training_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: components["parameters"]["run_id"];
            };
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingRun"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    check_training_data: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DataCheckRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingCheck"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    estimate_training: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunEstimateRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingEstimate"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_user: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUpRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    update_user: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedUserChangeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_wheels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Wheels"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_work_item: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                item_id: components["parameters"]["item_id"];
            };
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    accept_work_item: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                item_id: components["parameters"]["item_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    save_work_item: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                item_id: components["parameters"]["item_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    claim_work_item: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                item_id: components["parameters"]["item_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    submit_late_work_item: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                item_id: components["parameters"]["item_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LateAnswerRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    release_work_item: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                item_id: components["parameters"]["item_id"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    return_work_item: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                item_id: components["parameters"]["item_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReturnRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    skip_work_item: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                item_id: components["parameters"]["item_id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkipRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    create_access_token: {
        parameters: {
            query?: {
                grant_type?: string;
                client_id?: string;
                client_secret?: string;
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_token: string;
                        expires_in: number;
                        scope: string;
                    };
                };
            };
            /** @description The request lacks something */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                        error_description: string;
                    };
                };
            };
            /** @description Client id or secret is wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                        error_description: string;
                    };
                };
            };
        };
    };
    call_easydl_endpoint: {
        parameters: {
            query?: {
                access_token?: string;
            };
            header?: never;
            path: {
                segment: string;
                suffix: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The answer, or an error with its EasyDL code */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
}
type WithRequired<T, K extends keyof T> = T & {
    [P in K]-?: T[P];
};
